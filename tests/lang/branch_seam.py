"""What happens right where a branch begins: contents that the line before has changed, blocks around a yield, an await
or a `try` line, calls of a generator that goes on after others."""

import asyncio


def fill(xs):
    xs.append(1)
    xs.append(2)
    xs.append(3)
    return xs


def numbers(log):
    for i in range(3):
        try:
            yield i
        except KeyError:
            log.append("caught")


def closing(log):
    try:
        yield square(1)
    finally:
        log.append("finally")
    yield square(2)


def square(n):
    return n * n


async def one():
    return 1


async def fetch(k):
    try:
        y = await one()
    except KeyError:
        y = -1
    return k * 10 + y


big = list(range(400))
r = fill([])
big[7] = r
big[8] = None
log = []
print(list(numbers(log)), log)
it = closing(log)
try:
    print(next(it))
    square(5)
    print(next(it))
except KeyError:
    print("out")
print(log, asyncio.run(fetch(1)))
