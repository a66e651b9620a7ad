"""Classes that are called: builtin ones with few and many arguments, those that fail, those that derive from them."""


class Number(int):
    def __init__(self, value):
        self.given = value


class Words(list):
    def __init__(self, *words):
        super().__init__(words)


class Same(str):
    pass


class Counted:
    made = 0

    def __new__(cls, *args):
        cls.made += 1
        return super().__new__(cls)


def generator():
    yield 3
    yield 4


class Index:
    def __index__(self):
        return 5

    def __iter__(self):
        return generator()

    def __str__(self):
        return "an index"

    def __bool__(self):
        return False

    def __len__(self):
        return 2


CLASSES = [int, float, bool, str, bytes, list, tuple, set, frozenset, dict, range, enumerate, zip, reversed, slice, complex,
           bytearray, object, type, Number, Words, Same, Counted, type(None), Exception, KeyError, memoryview, map, property]
ARGUMENTS = [(), (Index(),), ("12",), ([1, 2],), (2, 3), (1, 2, 3), ("a", "b", "c", "d")]


def attempt(cls, arguments):
    try:
        made = cls(*arguments)
        return type(made).__name__ if " at 0x" in repr(made) else repr(made)
    except Exception as e:
        return type(e).__name__


for cls in CLASSES:
    print(cls.__name__, *[attempt(cls, arguments) for arguments in ARGUMENTS], sep=" | ")

for turn in range(3):
    print(int("7") + int(Index()), str(Index()), list(Index()), tuple(generator()), bool(Index()), float("2.5"), Number(8).given,
          Words("a", turn), Same(turn) + "s", Counted().made, type(turn), type(Number(1)) is Number, set(generator()), dict(a=turn))
try:
    type(1, 2)
except TypeError as e:
    print(e)
try:
    int("x")
except ValueError as e:
    print(e)
