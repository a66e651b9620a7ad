"""throw() and close() where a generator delegates to something that is no generator, or a coroutine awaits."""


class Plain:
    """An iterator with nothing but __next__."""

    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        self.n -= 1
        if self.n < 0:
            raise StopIteration("plain is over")
        return self.n


class Thrower(Plain):
    def throw(self, *given):
        print("thrown", given)
        error = given[0]
        if isinstance(error, ValueError):
            return "answered"
        if isinstance(error, KeyError):
            raise StopIteration("throw() ends it")
        raise error


class Closer(Thrower):
    def close(self):
        print("closed at", self.n)


class BadCloser(Closer):
    def close(self):
        raise LookupError("cannot be closed")


class Late(Plain):
    """Its methods are looked up by code."""

    def __getattr__(self, name):
        print("asked for", name)
        if name == "throw":
            return self.answer
        raise AttributeError(name)

    def answer(self, error):
        return f"late answer to {error!r}"


class Broken(Plain):
    @property
    def throw(self):
        raise OSError("no throw for you")


def delegates(to):
    try:
        result = yield from to
        print("result:", result)
        yield "after"
    except (IndexError, LookupError, OSError) as e:
        print("delegates caught", repr(e))
        yield "caught"
    finally:
        print("finally")


def twice(to):
    yield from delegates(to)
    print("twice goes on")


def catches(to):
    try:
        yield from to
    except LookupError as e:
        return repr(e)


def passes_on(to):
    return (yield from catches(to))


# None of them is abandoned: that would be closed at another time than in CPython.
kept = []


def started(to, f=twice):
    g = f(to)
    print(next(g))
    kept.append(g)
    return g


# Without throw(): the one that delegates gets it.
g = started(Plain(3))
print(g.throw(IndexError("plain")))
print(list(g))
g = started([1, 2])
print(g.throw(IndexError("list")))
g.close()
g = started(map(abs, [-1, -2]))
print(g.throw(IndexError("map")))
g.close()

# With it: it may answer, end the iteration, raise.
g = started(Thrower(5))
print(g.throw(ValueError("v")))
print(next(g))
print(g.throw(KeyError("k")))
print(list(g))
g = started(Thrower(5))
print(g.throw(IndexError("raised by throw()")))
print(list(g))
g = started(Late(5))
print(g.throw(ValueError("w")))
g.close()
g = started(Broken(5), delegates)
try:
    g.throw(ValueError("x"))
except OSError as e:
    print("outside", repr(e))
print(next(g))
g.close()

# The class of an exception is handed on as it is.
g = started(Late(5), delegates)
print(g.throw(ValueError))
g.close()

# close()
for to in Closer(2), Plain(2), range(2), Late(2):
    g = started(to)
    g.close()
    print(list(g))
g = started(BadCloser(3), catches)
print(g.close(), list(g))
g = started(BadCloser(3), catches)
try:
    g.throw(GeneratorExit("given"))
except StopIteration as e:
    print("ended with", e.value)
g = started(Closer(3))
try:
    g.throw(GeneratorExit("given"))
except GeneratorExit as e:
    print(repr(e))


# Natives that call throw() and close() themselves.
def inner():
    try:
        yield 1
    except ValueError as e:
        yield "nested " + str(e)


def raises():
    try:
        yield 1
    except ValueError as e:
        print("raises")
        raise ArithmeticError from e


print(list(map(started(inner(), passes_on).throw, [ValueError("a")])))
print(sorted([ValueError("b")], key=started(inner(), catches).throw))
try:
    list(map(started(raises(), passes_on).throw, [ValueError("c")]))
except ArithmeticError as e:
    print(repr(e), repr(e.__cause__))


# Coroutines
class Awaitable:
    def __init__(self, it):
        self.it = it

    def __await__(self):
        return self.it


async def third(to):
    try:
        return await Awaitable(to)
    except ValueError as e:
        print("third caught", repr(e))
        return await Awaitable(iter(["again"]))


async def second(to):
    try:
        return await third(to)
    finally:
        print("second leaves")


async def first(to):
    try:
        print("first got", await second(to))
    except KeyError as e:
        print("first caught", repr(e))
    return "done"


def finish(step, *args):
    try:
        print(step(*args))
    except StopIteration as e:
        print("returned", e.value)
    except RuntimeError as e:
        print(repr(e))


c = first(iter("ab"))
finish(c.send, None)
finish(c.throw, ValueError("into a coroutine"))
finish(c.send, None)
finish(c.throw, ValueError("over"))
c = first(inner())
finish(c.send, None)
finish(c.throw, ValueError("deep"))
finish(c.throw, KeyError("deeper"))
c = first(iter("ab"))
finish(c.send, None)
c.close()
finish(c.send, None)
