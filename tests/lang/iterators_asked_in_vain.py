"""Iterators of itertools that fail, are shared, or are asked while they are asked, by `next` and by loops."""
from itertools import batched, chain, compress, cycle, islice, pairwise, tee, zip_longest

from lib_iterators import Numbers, Reenters, by_loop, by_next, numbers

# Some need more items.
by_loop.__defaults__ = by_next.__defaults__ = (6,)


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
