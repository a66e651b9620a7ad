"""Queues, locks, events, conditions, barriers and shields among tasks of asyncio, and an asynchronous generator."""
import asyncio


async def producer(queue, n):
    for i in range(n):
        await queue.put(i)
    await queue.put(None)


async def consumer(queue, name, got):
    while (item := await queue.get()) is not None:
        got.append((name, item))
        queue.task_done()
    await queue.put(None)


async def queues():
    queue, got = asyncio.Queue(2), []
    await asyncio.gather(producer(queue, 6), consumer(queue, "a", got), consumer(queue, "b", got))
    print(got, queue.qsize())
    order = asyncio.PriorityQueue()
    for i in 3, 1, 2:
        order.put_nowait(i)
    print([await order.get() for _ in range(3)])
    try:
        await asyncio.wait_for(order.get(), 0.001)
    except TimeoutError:
        print("empty")


async def worker(lock, name, log):
    async with lock:
        log.append(name)
        await asyncio.sleep(0)
        log.append(name.upper())


async def locks():
    for lock in asyncio.Lock(), asyncio.Semaphore(2):
        log = []
        tasks = [asyncio.create_task(worker(lock, name, log)) for name in "xyz"]
        await asyncio.sleep(0)
        tasks[2].cancel()
        print(await asyncio.gather(*tasks, return_exceptions=True), log)


async def waiter(event, log):
    await event.wait()
    log.append(event.is_set())


async def events():
    event, log = asyncio.Event(), []
    tasks = [asyncio.create_task(waiter(event, log)) for _ in range(3)]
    await asyncio.sleep(0)
    event.set()
    await asyncio.wait(tasks)
    print(log)
    condition = asyncio.Condition()
    state = []

    async def waits():
        async with condition:
            await condition.wait_for(lambda: len(state) == 2)
            return list(state)
    task = asyncio.create_task(waits())
    for i in range(2):
        await asyncio.sleep(0)
        async with condition:
            state.append(i)
            condition.notify_all()
    print(await task)
    barrier = asyncio.Barrier(2)
    print(sorted(await asyncio.gather(barrier.wait(), barrier.wait())))


async def numbers(n, log):
    try:
        for i in range(n):
            await asyncio.sleep(0)
            yield i
    finally:
        log.append("closed")


class Resource:
    async def __aenter__(self):
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, kind, exc, traceback):
        await asyncio.sleep(0)
        return kind is KeyError


async def generators():
    log = []
    print([i async for i in numbers(3, log)], log)
    async with Resource():
        raise KeyError("swallowed")
    print(log[-1])


async def shields():
    async def slow():
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return "kept"
    inner = asyncio.create_task(slow())
    outer = asyncio.create_task(asyncio.wait_for(asyncio.shield(inner), 10))
    await asyncio.sleep(0)
    outer.cancel()
    print(await asyncio.gather(outer, return_exceptions=True), await inner)
    loop = asyncio.get_running_loop()
    handle = loop.call_later(0.001, print, "later")
    loop.call_soon(print, "soon")
    await asyncio.sleep(0.01)
    print(handle.cancelled())


for part in queues, locks, events, generators, shields:
    print("---", part.__name__)
    asyncio.run(part())
