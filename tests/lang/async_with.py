"""`async with`, awaitables written as classes, coroutine wrappers."""


class Manager:
    def __init__(self, name, swallow=False):
        self.name, self.swallow = name, swallow

    async def __aenter__(self):
        print("enter", self.name)
        await Tick()
        return self.name

    async def __aexit__(self, kind, value, tb):
        print("exit", self.name, kind and kind.__name__, value)
        await Tick()
        return self.swallow


class Tick:
    def __await__(self):
        print("tick", (yield "tock"))


class Delegating:
    def __init__(self, coro):
        self.coro = coro

    def __await__(self):
        return self.coro.__await__()


class Through:
    def __init__(self, coro):
        self.coro = coro

    def __await__(self):
        return (yield from self.coro.__await__())


class Countdown:
    def __init__(self, n):
        self.n = n

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.n == 0:
            raise StopAsyncIteration
        self.n -= 1
        await Tick()
        return self.n


async def inner(x):
    await Tick()
    return x


async def nothing():
    pass


async def body():
    async with Manager("a") as a, Manager("b", True) as b:
        print(a, b)
        raise ValueError("swallowed")
    try:
        async with Manager("c"):
            1 / 0
    except ZeroDivisionError as e:
        print("caught", e)
    print(await Delegating(inner(1)), await Through(inner(2)), await Through(nothing()), await Delegating(nothing()))
    async for x in Countdown(2):
        if x:
            continue
        print("last", x)
    print(await anext(Countdown(0), "none left"))
    for x in range(2):
        async with Manager(x):
            if x:
                return "done"


def run(coro):
    n = 0
    try:
        while True:
            coro.send(n or None)
            n += 1
    except StopIteration as e:
        return e.value


print(run(body()))

c = body()
c.send(None)
try:
    c.throw(KeyError("into"))
except KeyError as e:
    print("out", e)

c = inner(3)
w = c.__await__()
print(next(w), type(w).__name__, iter(w) is w)
try:
    w.send(None)
except StopIteration as e:
    print(e.value)
c = inner(4)
w = c.__await__()
w.send(None)
w.close()
