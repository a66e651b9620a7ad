"""Loops over pairs, which are unpacked at once, and over maps of functions."""


def pairs(xs, d):
    for i, x in enumerate(xs, 2 ** 60 - 1):
        print(i, x)
    for k, v in d.items():
        print(k, v)
    else:
        print("all items")
    for a, b in zip(xs, d):
        print(a, b)
    for pair in zip(xs, xs):
        a, b = pair
        print(a, b, pair)
    for a, b in zip(xs, xs, strict=True):
        last = a, b
    print(last, [(a, b) for b, a in enumerate("xy")], {k: v for v, k in d.items()})
    for (a, b), c in zip(enumerate(xs), d.items()):
        print(a, b, c)
    for xs[0], d["new"] in zip([5], [6]):
        print(xs, d)
    for a, b in [(1, 2), [3, 4], "56", {7: 8, 9: 0}]:
        print(a, b)


pairs(["p", "q"], {"k": 1, "l": 2})
for number, letter in enumerate("ab"):
    print(number, letter)


def failing(make):
    seen = []
    try:
        for a, b in make():
            seen.append((a, b))
    except Exception as error:
        print(type(error).__name__, error, seen)
    else:
        print(seen)


def growing():
    d = {1: 2}
    for k, v in d.items():
        yield k, v
        d[3] = 4


def changed():
    d = {1: 2, 3: 4}
    it = iter(d.items())
    yield next(it)
    d[5] = 6
    yield from it


def broken():
    yield 1
    raise KeyError("inner")


for make in (growing, changed, lambda: zip([1, 2], [3], strict=True), lambda: zip([1], [3, 4], strict=True),
             lambda: enumerate(broken()), lambda: zip([1, 2], broken()), lambda: zip([1, 2, 3]), lambda: zip(*["ab"] * 3),
             lambda: {}.items(), lambda: zip(), lambda: enumerate([])):
    failing(make)


def twice(x):
    if x == 3:
        raise StopIteration("three")
    return x * 2


class Callable:
    def __call__(self, x):
        return -x


def from_map(function, *its):
    out = []
    try:
        for x in map(function, *its):
            out.append(x)
    except Exception as error:
        out.append(repr(error))
    return out


for function in twice, Callable(), lambda x: x or 1 / x, str, abs, Callable().__call__, lambda x: [x] * 2:
    print(len(from_map(function, [1, 2, 0])), from_map(function, range(2)) if function is not str else None)
print(from_map(twice, [1, 3, 5]), from_map(twice, (x for x in (4, 5))), from_map(lambda x, y: x + y, [1], [2]))
it = map(lambda x: x + 1, [1, 2])
print(next(it), next(it), next(it, "end"), list(it), list(map(lambda x: x * x, range(4))))
it = map(lambda x: [][0] if x == 1 else x, [0, 1, 2])
print(next(it))
try:
    next(it)
except IndexError as error:
    print(error)
print(next(it), sum(map(lambda x: x, (1, 2))), sorted(map(lambda c: c.upper(), "ba")))


def inner():
    result = yield from map(lambda x: x * 10, [1, 2])
    return result


print(list(inner()), [*map(lambda x: x, "ab")], tuple(map(twice, [1])), dict(map(lambda k: (k, k), "xy")))
