"""Tasks that wait for each other. It is run by transcripts."""
import asyncio


async def leaf(n):
    await asyncio.sleep(0)
    m = n + 1
    return m


async def branch(n):
    return await leaf(n)


async def both():
    a, b = await asyncio.gather(branch(1), branch(2))
    return a + b


async def group():
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(branch(3), name="in a group")


async def main():
    task = asyncio.create_task(both(), name="both")
    total = await task
    await asyncio.wait_for(asyncio.create_task(group(), name="grouping"), 10)
    return total


print(asyncio.run(main()))
