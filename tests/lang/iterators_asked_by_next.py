"""`next` and loops over the iterators of itertools whose items come from code of the program."""
from itertools import (accumulate, batched, chain, compress, cycle, filterfalse, groupby, islice, pairwise, starmap,
                       zip_longest)

from lib_iterators import Numbers, by_loop, by_next, numbers


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
