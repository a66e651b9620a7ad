"""Generators that are resumed in all circumstances: inside handlers, by each other, with values, in deep windows."""
import sys


def shows_handled():
    while True:
        kind = sys.exc_info()[0]
        sent = yield kind.__name__ if kind else None
        if sent == "raise":
            try:
                1 / 0
            except ZeroDivisionError:
                yield "own " + sys.exc_info()[0].__name__
                yield "still " + sys.exc_info()[0].__name__


def many_locals(n):
    a, b, c, d, e, f = range(6)
    for i in range(n):
        a, b, c, d, e, f = b, c, d, e, f, a + i
        got = yield a, (b, [c, d, *(x for x in (e, f))])
        if got is not None:
            a = got


def outer(n):
    inner = many_locals(n)
    for x, rest in inner:
        if x > 3:
            yield x, inner.send(100)
        yield rest[0]


g = shows_handled()
print(next(g))
try:
    raise KeyError("outside")
except KeyError:
    print(next(g), sys.exc_info()[0].__name__)
    print(g.send("raise"), sys.exc_info()[0].__name__)
print(next(g), sys.exc_info()[0], next(g))
try:
    raise OSError
except OSError:
    print(next(g), next(g, "end"), g.send(None))
print(list(outer(9)))

mixed = many_locals(4)
print(next(mixed), mixed.send(50), next(mixed, None), [x for x in mixed], next(mixed, "over"))


def itself():
    try:
        yield next(own)
    except ValueError as e:
        yield str(e)


own = itself()
print(list(own), list(own))


def counts(n):
    if n:
        yield n
        yield from counts(n - 1)
        yield -n


print(list(counts(6)), sum(counts(6)), max(counts(3)), min(counts(3), default=0), sorted(zip(counts(2), counts(2))))
lazy = (x * y for x in counts(3) for y in (1, 2) if x > 0)
print(next(lazy), sum(lazy), next(lazy, "none"))
