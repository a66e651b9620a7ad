"""`next` and loops over the iterators of itertools whose items come from code of the program."""
from itertools import (accumulate, batched, chain, compress, cycle, filterfalse, groupby, islice, pairwise, starmap,
                       zip_longest)


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


def by_loop(it, most=4):
    out = []
    try:
        for x in it:
            out.append(x)
            if len(out) == most:
                break
    except (KeyError, ValueError, RuntimeError) as e:
        out.append(repr(e))
    return out


def by_next(it, most=4):
    out = []
    try:
        while len(out) < most:
            out.append(next(it))
    except (KeyError, ValueError, RuntimeError, StopIteration) as e:
        out.append(repr(e))
    return out


def add(a, b):
    return a + b


makers = [
    lambda of: compress(of(4), [1, 0, 1, 1]),
    lambda of: compress("abcd", of(3)),
    lambda of: cycle(of(2)),
    lambda of: zip_longest(of(2), "a", of(1), fillvalue="-"),
    lambda of: batched(of(3), 2, strict=True),
    lambda of: zip(of(2), of(2), strict=True),
    lambda of: zip(of(1), of(2), strict=True),
    lambda of: zip(of(2), of(1), strict=True),
    lambda of: zip(of(1), of(1), of(2), strict=True),
    lambda of: pairwise(of(3)),
    lambda of: pairwise(enumerate(of(2))),
    lambda of: enumerate(of(2), 5),
    lambda of: map(add, of(2), of(3)),
    lambda of: filterfalse(None, of(2)),
    lambda of: islice(of(4), 1, None, 2),
    lambda of: chain(of(1), of(2)),
    lambda of: accumulate(of(3)),
    lambda of: accumulate(of(2), add, initial=7),
    lambda of: starmap(add, zip(of(1), of(2))),
    lambda of: (key for key, group in groupby(of(3), lambda n: n // 2)),
    lambda of: zip(cycle(of(1)), batched(of(2), 2)),
]
for number, make in enumerate(makers):
    print(number, by_next(make(Numbers if number % 2 else numbers)), by_loop(make(numbers if number % 2 else Numbers)))
