"""Tasks and queues of asyncio, to be changed on branches that come to the end of the loop."""
import asyncio


async def feed(queue, n):
    for i in range(n):
        await queue.put(i)
    await queue.put(None)


async def main(n):
    queue = asyncio.Queue(1)
    task = asyncio.create_task(feed(queue, n))
    found = []
    while (item := await queue.get()) is not None:
        found.append(item)
        await asyncio.sleep(0.001)
    await task
    return found


print(asyncio.run(main(3)))
print(asyncio.run(main(1)))
end = 1
