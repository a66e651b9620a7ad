import asyncio as aio
from sys import path, argv as arguments
from os import *

def gen(n):
    for i in range(n):
        x = yield i
    r = yield from gen(x)
    return r

async def co(a):
    async with a as b:
        await b
    async for x in a:
        yield x
    xs = [y async for y in a]
    yield {await z for z in xs}

def lazy(xs):
    return (x + 1 for x in xs if x)
