"""Native iterators over other native iterators that need code of the program, in loops."""
from itertools import accumulate, chain, dropwhile, filterfalse, groupby, islice, pairwise, starmap, takewhile

from lib_iterators import Countdown, numbers, odd, run

makers = {
    "enumerate": lambda it: enumerate(it, 5),
    "filter": lambda it: filter(odd, it),
    "filter None": lambda it: filter(None, it),
    "filterfalse": lambda it: filterfalse(odd, it),
    "takewhile": lambda it: takewhile(lambda n: n != 3, it),
    "dropwhile": lambda it: dropwhile(lambda n: n < 2, it),
    "accumulate": lambda it: accumulate(it),
    "accumulate f": lambda it: accumulate(it, lambda a, b: a * 2 + b, initial=1),
    "map": lambda it: map(lambda n: n * 10, it),
    "map two": lambda it: map(lambda a, b: (a, b), it, numbers(4)),
    "map native": lambda it: map(str, it),
    "map class": lambda it: (c.n for c in map(Countdown, it)),
    "zip": lambda it: zip(it, numbers(4), "abcdef"),
    "chain": lambda it: chain(it, numbers(2), "xy", Countdown(2)),
    "from_iterable": lambda it: chain.from_iterable(numbers(n) for n in it),
    "islice": lambda it: islice(it, 1, 5, 2),
    "islice all": lambda it: islice(it, None),
    "pairwise": lambda it: pairwise(it),
    "starmap": lambda it: starmap(pow, ((n, 2) for n in it)),
    "starmap f": lambda it: starmap(lambda a, b: a - b, zip(it, numbers(9))),
    "groupby": lambda it: ((k, run(g)) for k, g in groupby(it, lambda n: n // 2)),
    "groupby none": lambda it: ((k, run(g)) for k, g in groupby(it)),
}
for name, make in makers.items():
    row = [run(enumerate(make(numbers(2)))), run(zip(make(map(odd, numbers(1))), make(Countdown(1))))]
    print(name, *row)
