"""Native iterators that call functions of the program about each item, in loops."""
from itertools import accumulate, dropwhile, filterfalse, groupby, starmap, takewhile


def small(x):
    return x < 3


class Limit:
    def __init__(self, n):
        self.n = n

    def below(self, x):
        return x < self.n


class Odd:
    """A truth that is code of the program."""

    def __init__(self, x):
        self.x = x

    def __bool__(self):
        return self.x % 2 == 1


class Key:
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return self.name[0] == other.name[0]


def run(it):
    out = []
    for x in it:
        out.append(x)
    return out


numbers = [0, 1, 2, 3, 4, 1, 0]
for kind in (filter, filterfalse, takewhile, dropwhile):
    print(kind.__name__, run(kind(small, numbers)), run(kind(Limit(2).below, numbers)), run(kind(Odd, numbers)),
          run(kind(lambda x: Odd(x), iter(numbers))), run(kind(small, (n for n in numbers))), run(kind(small, [])))
print(run(accumulate(numbers, lambda a, b: a + b)), run(accumulate([1, 2], lambda a, b: a * b, initial=7)))
print(run(starmap(lambda a, b: a - b, zip(numbers, range(9)))), run(starmap(lambda *a: a, [(1,), [2, 3], "xy"])))
for key, group in groupby(["apple", "avocado", "bean", "beet", "corn"], lambda word: word[0]):
    print(key, run(group))
for key, group in groupby(range(7), lambda n: n // 3):
    for n in group:
        print(key, n)
        if n == 1:
            break
print([(key.name, len(run(group))) for key, group in groupby(["ab", "ac", "b"], Key)])

counter = iter(range(5))
print(run(iter(lambda: next(counter), 3)), run(iter(lambda: next(counter), 9)))

calls = []


def asks_again(x):
    """Takes items of the same iterator while it is asked."""
    calls.append(x)
    if x == 1:
        calls.append(("next", next(twice, None)))
    if x == 4:
        for y in twice:
            calls.append(("loop", y))
    return x % 2


twice = filter(asks_again, range(9))
print(run(twice), calls)


def fails(x):
    if x == 2:
        raise KeyError(x)
    return True


def stops(x):
    if x == 2:
        raise StopIteration
    return x + 10


for make in (lambda f: filter(f, range(5)), lambda f: takewhile(f, range(5)), lambda f: map(f, range(5)),
             lambda f: accumulate(range(5), lambda a, b: f(b)), lambda f: starmap(f, zip(range(5))),
             lambda f: (group[0] for group in groupby(range(5), f))):
    failing, stopping = make(fails), make(stops)
    seen = []
    try:
        for x in failing:
            seen.append(x)
    except KeyError as e:
        seen.append(repr(e))
    for x in failing:
        seen.append(x)
    try:
        for x in stopping:
            seen.append(x)
    except RuntimeError as e:
        seen.append(repr(e))
    print(seen)


def generate(x):
    yield x


print(len(run(filter(generate, numbers))), [list(g) for g in map(generate, [1, 2])])
try:
    run(filter(lambda: True, numbers))
except TypeError as e:
    print(e)
names = iter(["a", "b", ""])
for name in iter(names.__next__, ""):
    print(name)


def becomes(x):
    return x == 3


kept = []
for x in filterfalse(becomes, range(40)):
    kept.append(x)
    if x == 2:
        becomes.__code__ = (lambda *args: True).__code__
print(kept)
