"""Threads beside an event loop, which wake it by its own pair of sockets; to be changed on a branch."""
import asyncio


async def main(n):
    loop = asyncio.get_running_loop()
    for i in range(n):
        await asyncio.sleep(0.001)
    first = await asyncio.to_thread(sum, [1, n])
    both = await asyncio.gather(loop.run_in_executor(None, sum, [n]), asyncio.sleep(0.001, n))
    return first, both


print(asyncio.run(main(3)))
end = 1
