"""What goes wrong with coroutines, asynchronous generators and their awaitables."""


def attempt(f, *args):
    try:
        result = f(*args)
    except BaseException as e:
        print(type(e).__name__, e, "|", repr(e.__cause__))
    else:
        print("gave", result)


def drive(coro):
    try:
        while True:
            coro.send(None)
    except StopIteration as e:
        return e.value


class Now:
    def __await__(self):
        return iter([])


class Bad:
    def __await__(self):
        return 5


class BadCoroutine:
    def __await__(self):
        self.kept = nothing()
        return self.kept


class NoAnext:
    def __aiter__(self):
        return 7


class BadAnext:
    def __aiter__(self):
        return self

    def __anext__(self):
        return 8


class BadManager:
    def __aenter__(self):
        return 1

    def __aexit__(self, *args):
        return 2


async def nothing():
    pass


async def awaits(x):
    return await x


async def loops(x):
    async for y in x:
        pass


async def within(x):
    async with x:
        pass


async def stops():
    raise StopIteration(1)


async def stops_generator(e):
    yield 1
    raise e


async def collect(g):
    return [x async for x in g]


bad = BadCoroutine()
for x in [5, "s", Bad(), bad]:
    attempt(drive, awaits(x))
bad.kept.close()
for x in [5, NoAnext(), BadAnext()]:
    attempt(drive, loops(x))
for x in [5, BadManager()]:
    attempt(drive, within(x))
attempt(drive, stops())
attempt(drive, collect(stops_generator(StopIteration(1))))
attempt(drive, collect(stops_generator(StopAsyncIteration(1))))
attempt(drive, collect(stops_generator(ValueError(1))))

c = nothing()
attempt(c.send, 1)
attempt(c.send, None)
attempt(c.send, None)
attempt(c.throw, ValueError("late"))
print(c.close(), c.cr_running, c.cr_await, c.cr_code.co_name, c.cr_origin)

g = stops_generator(None)
attempt(aiter, 5)
attempt(anext, 5)
attempt(anext, 5, 6)
a = g.asend(1)
attempt(a.send, None)
a.close()
attempt(a.send, None)
a = g.__anext__()
attempt(a.send, None)
attempt(a.send, None)
attempt(a.throw, ValueError)
t = g.athrow(ValueError("into"))
attempt(t.send, 5)
attempt(t.send, None)
attempt(t.send, None)
t = g.aclose()
attempt(t.send, None)
attempt(g.__anext__().send, None)


def plain():
    yield from coro


coro = nothing()
attempt(list, plain())
coro.close()


@lambda f: f
async def waits():
    await Pause()


class Pause:
    def __await__(self):
        yield "paused"


async def shared(c):
    await c


w = waits()
first, second = shared(w), shared(w)
print(first.send(None), first.cr_await is w, w.cr_suspended)
attempt(second.send, None)
attempt(first.send, None)


async def pausing():
    await Pause()
    yield 1


g = pausing()
a, b = g.__anext__(), g.__anext__()
print(a.send(None), g.ag_running)
attempt(b.send, None)
attempt(g.aclose().send, None)
attempt(g.athrow(ValueError).send, None)
attempt(a.throw, KeyError("k"))
print(g.ag_running)
