"""Asynchronous generators, driven by hand."""


def run(coro):
    value = None
    while True:
        try:
            got = coro.send(value)
        except StopIteration as e:
            return e.value
        print("  awaits", got)
        value = got * 2


class Ask:
    def __init__(self, what):
        self.what = what

    def __await__(self):
        return (yield self.what)


async def count(n):
    try:
        for i in range(n):
            got = await Ask(i)
            sent = yield got + 1
            if sent:
                print("  sent", sent)
    finally:
        print("  end of count")


async def loop():
    async for x in count(2):
        print(x)
    else:
        print("else")
    print([x async for x in count(2)], {x: y async for x in count(1) async for y in count(1)})
    print([x async for x in (y * 2 async for y in count(2)) if x])


async def sending():
    g = count(3)
    print(await g.asend(None))
    print(await g.asend("hello"))
    await g.aclose()
    try:
        await g.__anext__()
    except StopAsyncIteration as e:
        print("over", repr(e))
    await g.aclose()


async def throwing():
    g = count(3)
    await anext(g)
    try:
        await g.athrow(KeyError("thrown"))
    except KeyError as e:
        print("came back", repr(e))
    g = count(1)
    try:
        await g.athrow(ValueError)
    except ValueError as e:
        print("never started", repr(e))


async def defaults():
    g = count(1)
    print(await anext(g, "default"))
    print(await anext(g, "default"))
    print(await anext(g, "default"))


async def stubborn():
    try:
        yield 1
    except GeneratorExit:
        yield 2


async def ignoring():
    g = stubborn()
    await anext(g)
    try:
        await g.aclose()
    except RuntimeError as e:
        print(e)


async def leaves():
    for x in "ab":
        if x == "b":
            return
        yield x


async def over():
    async for x in leaves():
        print(x)
    async for x in leaves():
        break
    g = leaves()
    print(g.ag_running, g.ag_await, g.__name__, g.__aiter__() is g)
    print(await anext(g), await anext(g, None))


for main in [loop, sending, throwing, defaults, ignoring, over]:
    print(main.__name__)
    run(main())
