"""Exceptions that only keep their arguments, deletions at a step, loops over iterators that have the next item at hand."""

import itertools


class Own(ValueError):
    pass


class Coded(Exception):
    def __init__(self, code):
        super().__init__(code, "coded")
        self.code = code


class Born(KeyError):
    def __new__(cls, *args):
        made = super().__new__(cls, *args)
        made.born = args
        return made


class Meta(type):
    def __call__(cls, *args):
        return super().__call__("by the metaclass", *args)


class Made(Exception, metaclass=Meta):
    pass


def caught(kind, *args, **named):
    try:
        raise kind(*args, **named)
    except Exception as error:
        return type(error).__name__, error.args, str(error), error.__dict__, error.__context__


for kind in (ValueError, Own, Coded, Born, Made, OSError, StopIteration, SystemError, UnicodeError, KeyError):
    print(caught(kind, 7), caught(kind, 1, 2) if kind is not Coded else "")
print(caught(ValueError), caught(Own, "a", [1]), caught(Exception, None))
print(caught(ValueError, x=1), caught(Own, 1, name="n"), caught(ImportError, 1, name="n"))
Own.__init__ = lambda self, *args: Exception.__init__(self, "patched", *args)
print(caught(Own, 3))
del Own.__init__
print(caught(Own, 3))
Own.__new__ = lambda cls, *args: Exception("another")
print(caught(Own, 3))
del Own.__new__
print(caught(Own, 3), Own(4).args, repr(Own(4, 5)), ValueError(*range(3)))
try:
    ExceptionGroup("group")
except TypeError as error:
    print(error)
error = ValueError("kept")
error.args = (1, 2)
print(error, error.args, error.__traceback__, error.__cause__, error.__suppress_context__)

for length in (0, 1, 5, 12, 40):
    for part in (slice(None, None, 2), slice(3, 9, 3), slice(None, None, -1), slice(30, 2, -7), slice(4, 5, 9)):
        items = list(range(length))
        del items[part]
        print(length, part, len(items), items[:4], items[-3:])

letters = ["a", "b", "c"]
out = []
for x in itertools.chain(letters, (1, 2), "xy", range(2), {"k": 1}, iter([9])):
    out.append(x)
for x in itertools.islice(itertools.cycle(letters), 8):
    out.append(x)
for x in itertools.repeat("r", 3):
    out.append(x)
for x, y in zip(itertools.repeat(0), letters):
    out.append((x, y))
for x, y in enumerate(itertools.chain(letters, letters), 10):
    out.append((x, y))
for pair in enumerate(letters):
    out.append(pair)
for x, y in {"one": 1, "two": 2}.items():
    out.append((x, y))
for c in "aé日😀":
    out.append(c)
for x in reversed(letters):
    out.append(x)
for x in b"ab":
    out.append(x)
print(out)
few = itertools.repeat("f", 2)
print(list(few), list(few), all(itertools.repeat(True, 3)), sum(itertools.repeat(2, 5)), list(zip(few, "a")))
grown = [1]
for x in itertools.chain(grown):
    if x < 4:
        grown.append(x + 1)
print(grown)


def inner():
    yield 1
    return "value"


def outer():
    got = yield from inner()
    got += str((yield from inner()))
    return got


async def answer(x):
    return x


async def awaiting():
    total = 0
    for i in range(5):
        total += await answer(i)
    return total


it = outer()
try:
    while True:
        next(it)
except StopIteration as stop:
    print(stop.value)
try:
    awaiting().send(None)
except StopIteration as stop:
    print(stop.value)
