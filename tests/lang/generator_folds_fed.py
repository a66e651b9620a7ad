"""Natives that take the items of a generator one by one: what the generator sees of itself and of exceptions."""

import inspect
import sys
import weakref


def states(n):
    me = yield "begun"
    for i in range(n):
        got = yield (i, me, inspect.getgeneratorstate(gen), gen.gi_running, gen.gi_frame.f_lineno - line)
        assert got is None


line = inspect.currentframe().f_lineno - 6
gen = states(3)
print(list(gen), inspect.getgeneratorstate(gen))
gen = states(2)
print(next(gen), gen.send("sent"))
print(tuple(gen), gen.gi_frame)


def handling():
    try:
        raise KeyError("own")
    except KeyError:
        yield repr(sys.exception())
        yield repr(sys.exception())
    yield repr(sys.exception())


print(list(handling()), " ".join(handling()))
try:
    raise ValueError("outer")
except ValueError:
    print([*handling()], sorted(handling()), max(handling()))
print(sys.exception())


def upto(n, fail=None):
    for i in range(n):
        if i == fail:
            raise LookupError(i)
        yield i


def through(n):
    got = yield from upto(n)
    yield got
    yield from (x * 2 for x in upto(2))


print(list(through(3)), sum(x or 0 for x in through(4)))
it = upto(9)
print(any(x == 3 for x in it), next(it), all(x < 7 for x in it), list(it))
print(sum(upto(5)), sum(x / 4 for x in upto(5)), sum((x if x < 3 else x / 2 for x in upto(5)), 10))
print(sum(([x] for x in upto(3)), []), sum(1 << 62 for x in upto(3)), sum(True for x in upto(3)))
print(min(upto(4)), max(upto(4)), min((str(x) for x in upto(3)), default=0), max(upto(0), default="none"))
print(set(x % 3 for x in upto(9)), "-".join(str(x) for x in upto(4)), [*upto(2), *through(1)])
grown = [1]
grown.extend(x + len(grown) for x in upto(4))
print(grown)
for fold in (list, tuple, sum, sorted, set, any, all, min, max, "".join, grown.extend):
    try:
        print(fold(x for x in upto(6, fail=0 if fold is any else 2)))
    except (LookupError, TypeError) as error:
        print(getattr(fold, "__name__", fold), type(error).__name__, error)
print(grown)
for wrong in ((1, "a"), ("a", 1)):
    for fold in (sum, max, sorted, "".join):
        try:
            fold(x for x in wrong)
        except TypeError as error:
            print(error)


class Thing:
    def __init__(self, n):
        self.n = n

    def __bool__(self):
        return self.n > 1

    def __add__(self, other):
        return Thing(self.n + getattr(other, "n", other))

    __radd__ = __add__

    def __lt__(self, other):
        return self.n < other.n

    def __hash__(self):
        return self.n % 2

    def __eq__(self, other):
        return self.n == other.n


def things(n):
    for i in range(n):
        thing = Thing(i)
        yield thing


print(sum(things(4)).n, max(things(4)).n, min(things(4)).n, any(things(4)), all(things(4)), len(set(things(5))))
print([t.n for t in sorted(things(3), reverse=True)])
references = []


def noted():
    for i in range(3):
        thing = Thing(i)
        references.append(weakref.ref(thing))
        yield thing


kept = list(noted())
print([r() is k for r, k in zip(references, kept)])
del kept


def nested(n):
    for i in range(n):
        yield sum(x for x in nested(i)) + 1


print(list(nested(4)))


def closing(log):
    try:
        yield from upto(3)
    finally:
        log.append("closed")


log = []
it = closing(log)
print(any(it), log)
it.close()
print(log)
