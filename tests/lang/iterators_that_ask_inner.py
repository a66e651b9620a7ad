"""Native iterators over generators and over iterators of the program, nested, in loops."""
from itertools import accumulate, chain, dropwhile, filterfalse, groupby, islice, pairwise, starmap, takewhile


def numbers(n, fail=None, value=None):
    for i in range(n):
        if i == fail:
            raise KeyError(i)
        yield i
    return value


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


def run(it):
    out = []
    for x in it:
        out.append(x)
    return out


def odd(n):
    return n % 2


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
    row = [run(make(numbers(5))), run(make(Countdown(4))), run(make(numbers(0)))]
    row.append(run(make(filter(lambda n: n != 1, numbers(6)))))
    row.append(run(enumerate(make(numbers(4)))))
    row.append(run(islice(make(map(lambda n: n + 1, numbers(6))), 3)))
    row.append(run(zip(make(numbers(3)), make(Countdown(3)))))
    it = make(numbers(6, fail=2))
    for _ in range(2):
        try:
            for x in it:
                row.append(x)
        except KeyError as e:
            row.append(repr(e))
    row.append(next(make(numbers(3, value="value")), "end"))
    print(name, *row)

# One inner iterator for both, and a loop within the question of another.
both = numbers(7)
print(run(zip(both, both)), run(zip(enumerate(both), both)))
inner = enumerate(numbers(8))
print([(x, next(inner, None)) for x in inner])


def loops(n):
    return [m for m in outer] if n == 2 else n


outer = filter(loops, numbers(6))
print(run(outer))


def steps(gen):
    yield from islice(gen, 2)
    yield from enumerate(gen)


print(run(steps(numbers(5))))


def returns(it):
    """What a loop over a generator with a value sees."""
    out = []
    for x in it:
        out.append(x)
    else:
        out.append("else")
    return out


print(returns(enumerate(numbers(1, value=7))), returns(chain(numbers(1, value=7), numbers(1))))


def itself():
    yield 1
    for _ in running:
        yield 2


running = enumerate(itself())
try:
    for x in running:
        print(x)
except ValueError as e:
    print(e)
deep = numbers(3)
for _ in range(40):
    deep = chain(deep, ())
print(run(deep))
deep = numbers(3)
for _ in range(12):
    deep = enumerate(map(lambda x: x, deep))
print(run(deep)[1])
print(sum(map(odd, numbers(10))), max(filter(odd, numbers(10))), sorted(chain(numbers(3), numbers(2))),
      dict(enumerate(numbers(2))), list(zip(numbers(2), Countdown(5))), "".join(map(str, numbers(4))))
closed = numbers(5)
rest = islice(closed, 3)
for x in rest:
    closed.close()
    print(x)
