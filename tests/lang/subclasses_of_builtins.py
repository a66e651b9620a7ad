"""Instances of Python classes that hold a builtin value: made, compared, hashed, measured and asked as that value is."""
import collections
import enum


def shown(make):
    try:
        return make()
    except (TypeError, ValueError, KeyError) as e:
        return f"{type(e).__name__}: {e}"


class Text(str):
    pass


class Whole(int):
    pass


class Items(list):
    pass


class Table(dict):
    pass


class Kept(dict):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.made = len(self)


class Failure(Exception):
    def __init__(self, code, hint="none"):
        super().__init__(f"code {code}")
        self.code, self.hint = code, hint


class Odd(str):
    def __eq__(self, other):
        return "odd"

    __hash__ = str.__hash__


Pair = collections.namedtuple("Pair", "x y")


class Level(enum.IntEnum):
    LOW, HIGH = 1, 2


print(Items(), Items([1, 2]), Items("ab"), Items(n for n in range(3)), Items(iter([1, 2])), shown(lambda: Items(5)))
print(Table(), Table(a=1), Table({"b": 2}), Table([("c", 3)], d=4), Table(zip("ab", "cd")), shown(lambda: Table(5)))
print(Kept(a=1).made, Kept({"b": 2}, c=3).made, Kept().made, Kept([("x", 1)]), shown(lambda: Kept([1])))
for make in (lambda: Failure(1), lambda: Failure(2, "h"), lambda: Failure(code=3), lambda: Failure(4, hint="i")):
    failure = make()
    print(failure, failure.args, failure.code, failure.hint, end="; ")
print(shown(Failure))
try:
    raise Failure(5)
except Failure as e:
    print(repr(e), e.__traceback__ is not None)
text, items, table = Text("abc"), Items([3, 1, 2]), Table(a=1)
print(text == "abc", "abc" == text, text != "abd", text < "abd", "abd" > text, text == Text("abc"), text == 5)
print({"abc": 1}[text], {text: 2}["abc"], text in {"abc"}, hash(text) == hash("abc"), shown(lambda: text < 5))
print(len(text), len(items), len(table), text.upper(), items.sort(), items, table.get("a"), "a" in table, items == [1, 2, 3])
items.append(4)
items.extend(Items([5]))
print(items.pop(), items.index(4), items < [2], [1] < items, items.append.__self__ is items)
print(Odd("a") == "b", "b" == Odd("a"), Odd("a") == Odd("b"), Odd("a") != "a", {Odd("a"): 1}.get("zz"))
print(Pair(1, 2) == (1, 2), Pair(1, 2) == Pair(1, 2), Pair(1, 2) < (1, 3), {Pair(1, 2): 3}[1, 2], Pair(1, [2]) == (1, [2.0]))
print(shown(lambda: hash(Pair(1, []))), Pair(1, Text("a")) == (1, "a"), (1, "a") == Pair(1, Text("a")), Pair(1, 2).index(2))
print(Whole(5) == 5, 5 == Whole(5), Whole(5) < 6, Whole(5).bit_length(), Whole("7") + 1, hash(Whole(9)), {9: "x"}[Whole(9)])
print(Level.LOW == 1, Level.LOW < Level.HIGH, 2 > Level.LOW, Level.HIGH in (2, 3), {1: "a"}[Level.LOW], Level(2).name)
print(10 ** 30 * 10 ** 25, -(3 ** 90) * 7 ** 40, (2 ** 64 - 1) ** 4 * (2 ** 64 - 1) ** 7 % 10 ** 40, 2 ** 128 * 2 ** 512 == 2 ** 640)


class Times(int):
    def __add__(self, other):
        return "times"

    def __rsub__(self, other):
        return "from"


class Minus(Whole):
    __add__ = int.__sub__
    __radd__ = int.__rsub__


print(Whole(5) + Whole(6), type(Whole(5) + 1).__name__, Whole(5) + True, Whole(10 ** 20) * 3, Whole(5) / 2, 2 - Whole(1))
print(Times(1) + 1, 1 + Times(1), Whole(1) + Times(2), 5 - Times(1), Whole(5) - Times(1), Minus(5) + 3, Whole(5) + Minus(3))
print(Whole(7) // 2, Whole(7) % Whole(4), Whole(2) ** 10, Whole(6) & 3, Whole(1) << 4, shown(lambda: Whole(1) + "a"))
print(Level.LOW + Level.HIGH, Level.HIGH * 2.5, -Whole(3), Level.LOW | 4)
