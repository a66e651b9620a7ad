import anyio


async def worker(name, send, delay):
    async with send:
        for i in range(2):
            await anyio.sleep(delay)
            await send.send((name, i))


async def main():
    send, receive = anyio.create_memory_object_stream(10)
    async with anyio.create_task_group() as tg:
        async with send:
            tg.start_soon(worker, "a", send.clone(), 0.001)
            tg.start_soon(worker, "b", send.clone(), 0.004)
        async with receive:
            got = [x async for x in receive]
    print(sorted(got))
    with anyio.move_on_after(0.01) as scope:
        await anyio.sleep(5)
    print(scope.cancelled_caught)
    try:
        async with anyio.create_task_group() as tg:
            tg.start_soon(fail)
            await anyio.sleep_forever()
    except ExceptionGroup as e:
        print(e.exceptions)
    event, limit = anyio.Event(), anyio.CapacityLimiter(1)
    event.set()
    await event.wait()
    async with limit:
        print(limit.borrowed_tokens, anyio.get_current_task().name is not None)


async def fail():
    raise ValueError("x")


anyio.run(main)
