"""Values that a line only hands on: unpacked copies, calls that give what there was, names that are used twice."""
import asyncio
import heapq


def _inc(store, by): store["n"] += by


def get(value):
    return value


def twice(value):
    return [value]


def counted(n):
    yield n
    yield n


async def work(n):
    await asyncio.sleep(0)
    return n


async def main(n):
    task = asyncio.create_task(work(n))
    return await task


def scopes():
    x = ["first"]
    doubled = [x for x in (7, 8)]
    return x, doubled


one, two = ["one"], ["two"]
both = [one, two]
a, b = both[:2]
c, d = tuple(both)
e = max(both, key=len)
f = {"k": one}.get("k")
heap = [(1, one)]
rank, g = heapq.heappop(heap)
rows = [list(row) for row in (both, [3])]
h = rows[0][1]
i = get(one); i = twice(get(two))
j = twice(1); j = get(two)
k = next(counted(get(one)))
m = asyncio.run(main(two))
x, doubled = scopes()
_inc({"n": 1}, 2)
both.pop()
print(a, b, c, d, e, f, g, h, i, j, k, m, x)
