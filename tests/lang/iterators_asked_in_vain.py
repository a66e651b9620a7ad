"""Iterators of itertools that fail, are shared, or are asked while they are asked, by `next` and by loops."""
from itertools import batched, chain, compress, cycle, islice, pairwise, tee, zip_longest


def numbers(n, fail=None, value=None):
    for i in range(n):
        if i == fail:
            raise KeyError(i)
        yield i
    return value


class Numbers:
    def __init__(self, n, fail=None):
        self.turn, self.n, self.fail = 0, n, fail

    def __iter__(self):
        return self

    def __next__(self):
        if self.turn == self.fail:
            raise KeyError(self.turn)
        if self.turn == self.n:
            raise StopIteration
        self.turn += 1
        return self.turn - 1


def by_loop(it, most=6):
    out = []
    try:
        for x in it:
            out.append(x)
            if len(out) == most:
                break
    except (KeyError, ValueError, RuntimeError) as e:
        out.append(repr(e))
    return out


def by_next(it, most=6):
    out = []
    try:
        while len(out) < most:
            out.append(next(it))
    except (KeyError, ValueError, RuntimeError, StopIteration) as e:
        out.append(repr(e))
    return out


def by_default(it, most=6):
    out = []
    try:
        while len(out) < most and (x := next(it, "end")) != "end":
            out.append(x)
    except ValueError as e:
        out.append(repr(e))
    return out


for make in (lambda it: compress(it, it), cycle, lambda it: zip_longest(it, "ab"), lambda it: batched(it, 2),
             lambda it: zip(it, "abc", strict=True), lambda it: zip("abc", it, strict=True), pairwise,
             lambda it: tee(it)[0], lambda it: chain(it, "x")):
    it = make(numbers(3, 1))
    print(by_next(it, 4), by_loop(it, 2))
    it = make(Numbers(3, 1))
    print(by_loop(it, 4), by_next(it, 2))
for of in (numbers, Numbers):
    first, second, third = tee(of(3), 3)
    print(by_next(first), by_loop(second), by_default(third))
first, second = tee(numbers(60))
print(sum(first), by_loop(islice(second, 55, None), 2), list(second))
print(by_next(enumerate(numbers(1, value="v"))), by_next(zip(numbers(1, value="v"))),
      by_next(zip(numbers(1, value="v"), "a", strict=True)), by_next(chain(numbers(1, value="v"))))


class Reenters:
    """Asks the iterator over itself for an item, once."""

    def __init__(self, turn):
        self.count, self.turn, self.outer = 0, turn, None

    def __iter__(self):
        return self

    def __next__(self):
        self.count += 1
        if self.count == self.turn:
            return next(self.outer)
        if self.count > 4:
            raise StopIteration
        return self.count


for make in (lambda it: tee(it)[0], lambda it: batched(it, 2), cycle, lambda it: zip_longest(it, "abc"),
             lambda it: compress(it, [1, 0, 1]), lambda it: zip(it, "abcd", strict=True)):
    for turn in (1, 2):
        source = Reenters(turn)
        source.outer = make(source)
        print(by_next(source.outer, 4))


class Hook:
    """An attribute that is missing, and a native hook that raises."""
    __getattr__ = int

    @property
    def missing(self):
        raise AttributeError


try:
    Hook().missing
except ValueError as e:
    print(e)
