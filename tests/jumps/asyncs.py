class Wait:
    def __await__(self):
        yield "waiting"
        return 5


class Lock:
    async def __aenter__(self):
        print("locked")

    async def __aexit__(self, *exc):
        print("unlocked")


async def numbers():
    yield 1
    yield 2


async def main():
    x = await Wait()
    async with Lock():
        print("x", x)
        x += 1
    async for n in numbers():
        x += n
    print("x", x)
    return x


c = main()
try:
    while True:
        print(c.send(None))
except StopIteration as stop:
    print("stop", stop.value)
