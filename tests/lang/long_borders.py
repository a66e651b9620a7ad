"""Whole numbers around the borders of words: all operators, with bools and short ones, comparisons, and classes of them."""
import operator
import zlib

BORDERS = [2 ** 47, 2 ** 56, 2 ** 63, 2 ** 64, 2 ** 72, 2 ** 120, 2 ** 127, 2 ** 128]
NUMBERS = [7, -7] + [n for border in BORDERS for n in (border - 1, border, -border, -border - 1)]
LEFT = NUMBERS * len(NUMBERS)
RIGHT = [y for y in NUMBERS for _ in NUMBERS]
OPERATORS = [operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod, operator.and_, operator.or_,
             operator.xor, operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge, divmod]


def checked(function, left, right):
    """How many results there are, and one number that all of them make."""
    text = repr(list(map(function, left, right)))
    return len(text), zlib.crc32(text.encode())


for function in OPERATORS:
    print(function.__name__, *checked(function, LEFT, RIGHT))
for shift in 0, 1, 9, 63, 64, 65, 128:
    print(shift, *checked(operator.lshift, NUMBERS, [shift] * 99), *checked(operator.rshift, NUMBERS, [shift] * 99))
print(sorted(NUMBERS) == sorted(sorted(NUMBERS, key=str)), min(NUMBERS), max(NUMBERS))
print(list(map(operator.neg, NUMBERS)), list(map(operator.invert, NUMBERS[:9])), list(map(abs, NUMBERS[:9])))

for function in OPERATORS[:2] + OPERATORS[5:8]:
    for y in True, False, 3, -2 ** 47, 2 ** 64:
        print(function(True, y), function(False, y), function(y, True), end=" ")
    print(function.__name__)

n = 5
n += True
n -= False
n *= True
n |= 2 ** 70
n ^= True
n &= -2
n <<= True
n >>= False
n %= 2 ** 71
n //= True
print(n, type(True + True), type(True | False), type(True ^ 1), type(True & 1), 5 + True, True + 5, True - True)
x, y = 2 ** 100, 2 ** 101
print(x % y is x, [x if x < y else y, "equal" if x == y else "other", "over" if not x <= y else "under"])
while x < y:
    x += 2 ** 98
print(x)
for wrong in (lambda: x << -1, lambda: x >> -1, lambda: x // 0, lambda: x % False, lambda: 1 % 0, lambda: True // 0,
              lambda: x @ y, lambda: 1 @ True, lambda: x + "", lambda: "" + x, lambda: x < "", lambda: "" - ""):
    try:
        print(wrong())
    except Exception as e:
        print(type(e).__name__, e)


class Whole(int):
    pass


class Text(str):
    def __new__(cls, *args, **kwargs):
        return super().__new__(cls, *args, **kwargs)


class Frozen(frozenset):
    def __init__(self, *args):
        self.count = len(args)


class Row(tuple):
    pass


class Indexed:
    def __int__(self):
        return 41

    def __iter__(self):
        yield "from Python"


class Meta(type):
    def __call__(cls, *args):
        return [cls.__name__, super().__call__(*args)]


class Made(int, metaclass=Meta):
    pass


made = [Whole(7), Whole("12", 8), Whole(), Whole(2 ** 70), Whole(True), Text(5), Text(b"ab", "ascii"), Row("ab"), Row()]
print(made, [type(m).__name__ for m in made], Frozen("aab").count, Whole(3) + Whole(4), Row([1]) + Row([2]), Made(3))
print(Whole(Indexed()), Row(Indexed()), type(Whole(Indexed())), type(Row(made)))
for wrong in lambda: Whole("x"), lambda: Whole([]), lambda: Row(1, 2), lambda: Row(5):
    try:
        print(wrong())
    except Exception as e:
        print(type(e).__name__, e)
Whole.__init__ = lambda self, *args: print("init", self, args)
print(Whole(8))
