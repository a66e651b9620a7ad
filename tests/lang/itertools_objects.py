# User-defined iterators, predicates and classes: loops show the events of CPython.
import itertools
from itertools import *


class Up:
    def __init__(self, n):
        self.i, self.n = 0, n

    def __iter__(self):
        return self

    def __next__(self):
        if self.i == self.n:
            raise StopIteration
        self.i += 1
        return self.i


class Loop:
    def __iter__(self):
        return iter((7, 8))


def small(x):
    return x < 2


def gen(n):
    for i in range(n):
        yield i
    return "value"


for x in accumulate(Up(2)):
    print(x)
for x in accumulate(Up(2), lambda a, b: a - b, initial=0):
    print(x)
for x in chain(Up(1), Loop(), gen(1)):
    print(x)
for x in chain.from_iterable(Up(0)):
    print(x)
for x in chain.from_iterable([Loop(), Up(1)]):
    print(x)
for x in takewhile(small, Up(3)):
    print(x)
for x in dropwhile(small, Up(3)):
    print(x)
for x in filterfalse(small, Up(3)):
    print(x)
for x in islice(Up(5), 1, 4, 2):
    print(x)
for x in islice(gen(2), 5):
    print(x)
for x in pairwise(Up(3)):
    print(x)
for x in compress(Up(3), [0, 1, 1]):
    print(x)
for x in starmap(lambda a, b: a + b, pairwise(gen(3))):
    print(x)
for x in zip_longest(Up(1), gen(2)):
    print(x)
for x in batched(Up(3), 2):
    print(x)
for k, g in groupby(Up(3), small):
    print(k, list(g))
for x in islice(cycle(Up(2)), 3):
    print(x)
for x in tee(Up(2))[1]:
    print(x)
for x in combinations(Up(2), 1):
    print(x)
for x in product(Loop(), Up(1)):
    print(x)
for x in count(1):
    if x > 2:
        break


class Number:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n

    def __add__(self, other):
        return Number(self.n + getattr(other, "n", other))

    def __repr__(self):
        return f"N{self.n}"


c = count(Number(3), Number(2))
print(next(c), next(c), c)
print(list(accumulate([Number(1), Number(2)])), list(repeat(1, Number(2))), list(islice("abc", Number(2))))


class Chain(chain):
    pass


class Counter(count):
    label = "c"

    def __new__(cls, *args):
        self = super().__new__(cls, *args)
        self.made = True
        return self


c = Chain("ab", Up(1))
print(type(c).__name__, isinstance(c, chain), list(c), iter(c) is c)
c = Chain.from_iterable([[1], [2]])
print(type(c).__name__, next(c), list(c))
c = Counter(4)
print(next(c), c.made, c, c.label, iter(c) is c)


def delegating():
    got = yield from chain(Up(1), "x")
    yield got
    yield from accumulate(Up(1))


print(list(delegating()))


class Bad:
    def __eq__(self, other):
        raise ZeroDivisionError("eq")

    def __bool__(self):
        raise ZeroDivisionError("bool")


for f in (lambda: list(groupby([Bad(), Bad()])), lambda: list(compress([1], [Bad()])), lambda: list(filterfalse(None, [Bad()]))):
    try:
        f()
    except ZeroDivisionError as e:
        print("caught", e)


def stop(x, y=None):
    raise StopIteration(x)


for x in takewhile(stop, [1, 2]):
    print("never")
for x in accumulate([1, 2, 3], stop):
    print(x)
print(list(starmap(stop, [(1,)])))
for x in map(small, Up(1)):
    print(x)
for x in zip(Up(1), "ab"):
    print(x)
for x in enumerate(Up(1)):
    print(x)
for x in filter(small, Up(1)):
    print(x)


def roundrobin(*iterables):
    iterators = map(iter, iterables)
    for active in range(len(iterables), 0, -1):
        iterators = cycle(islice(iterators, active))
        yield from map(next, iterators)


print(list(roundrobin("ABC", "D", "EF")))
