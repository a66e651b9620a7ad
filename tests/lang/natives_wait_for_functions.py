"""Natives that wait for a function of the program: caches, factories, replacing, collecting."""
import re
from collections import defaultdict
from functools import cache, cmp_to_key, lru_cache
from itertools import compress


class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        print("hash", self.n)
        return 1

    def __eq__(self, other):
        print("eq", self.n, other.n)
        return self.n == other.n


@lru_cache(maxsize=2)
def doubled(x, y=0):
    if x == 9:
        raise KeyError(x)
    return x * 2 + y


@cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print([doubled(x) for x in (1, 2, 1, 3, 2, 1)], doubled(1, 5), doubled(1, y=5), doubled(*(1, 6)), doubled.cache_info())
for _ in range(2):
    try:
        doubled(9)
    except KeyError as e:
        print(repr(e), doubled.cache_info())
print(fib(30), fib.cache_info())


class Shape:
    @lru_cache
    def area(self, side):
        return side * side

    @cache
    def name(self):
        return "shape"


shape = Shape()
print(shape.area(3), shape.area(3), Shape.area(shape, 4), shape.name(), shape.name(), Shape.area.cache_info(),
      Shape.name.cache_info())


@cache
def named(key):
    return key.n


print(named(Key(1)), named(Key(2)), named(Key(1)))


def make():
    made.append(len(made))
    return made[-1]


made = []
default = defaultdict(make)
default["a"] += 10
print(default["b"], default["a"], default[0], default[0], default[-1], made, dict(default))
nested = defaultdict(lambda: defaultdict(list))
nested["x"]["y"].append(1)
nested["x"]["z"].append(2)
print({key: dict(value) for key, value in nested.items()})
by_key = defaultdict(lambda: "new")
print(by_key[Key(1)], by_key[Key(1)])


class Counts(defaultdict):
    def __setitem__(self, key, value):
        print("set", key, value)
        super().__setitem__(key, value)


counts = Counts(lambda: 5)
counts["n"] += 1
print(counts["n"], counts["m"])


class Upper(defaultdict):
    def __missing__(self, key):
        return key.upper()


print(Upper(make)["k"])


def fails():
    raise ValueError("factory")


for factory in (fails, None, lambda x: x):
    try:
        defaultdict(factory)["k"]
    except (ValueError, KeyError, TypeError) as e:
        print(repr(e))
growing = defaultdict(lambda: growing.update(k=1))
print(growing["k"], dict(growing))


def shout(match):
    return None if match.group() == "c" else match.group().upper() * match.start()


print(re.sub("[a-z]", shout, "a-b c.d"), re.subn("[a-z]", shout, "abcd", count=2), re.sub("x*", lambda m: "-", "abxd"),
      re.sub("z", shout, "abc"), re.sub(b"[b]", lambda m: b"<" + m[0] + b">", b"abcb"), re.subn("", lambda m: "|", "ab"))
for wrong in (lambda m: 1, lambda m: 1 / 0, lambda: ""):
    try:
        re.sub("a", wrong, "xaa")
    except (TypeError, ZeroDivisionError) as e:
        print(e)


class Sized:
    def __init__(self, length, hint=None):
        self.length, self.hint = length, hint

    def __iter__(self):
        return iter("abc")

    def __len__(self):
        print("len")
        if self.length is None:
            raise TypeError("no length")
        return self.length


class Hinted:
    def __iter__(self):
        return iter("ab")

    def __length_hint__(self):
        print("hint")
        return 7


for make_it in (Sized, Hinted):
    one = make_it(3) if make_it is Sized else make_it()
    print(list(one), tuple(one), [*one], set(one) == set("abc"[:2 if make_it is Hinted else 3]))
print(list(Sized(None)))
print(sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a)))


def letters():
    for letter in "abcdef":
        yield letter


class Odd:
    def __bool__(self):
        return True


print(list(compress(letters(), [1, 0, "", "x", 2.5])), [x for x in compress(letters(), (True, None, Odd(), 0, 1))])
for letter in compress(letters(), [0, 1, 0, [], [1]]):
    print(letter)


def pieces(*items):
    for item in items:
        yield item


target = [0]
target.extend(pieces(1, 2))
target.extend(item for item in target[:2])
target += pieces(9)
print(target, [*pieces(1), *pieces(), 2, *pieces(3, 4)], (*pieces("a"), "b"), max(*pieces(3, 7, 5)), {*pieces(1, 1)})


def looks():
    """What is seen of a list that is being extended."""
    yield "a"
    yield len(seen)
    seen.clear()
    yield "b"


seen = []
seen.extend(looks())
print(seen)
for extend in (lambda: seen.extend(pieces(1, 1 / 0)), lambda: [*pieces(2), *(1 / n for n in (1, 0))]):
    try:
        extend()
    except ZeroDivisionError as e:
        print(e, seen)


class Many(list):
    pass


many = Many("x")
many.extend(pieces("y"))
print(many)
