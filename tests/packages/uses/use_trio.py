import trio


async def child(n, log, event):
    try:
        await trio.sleep(n / 5)
        log.append(n)
        if n == 3:
            event.set()
    except trio.Cancelled:
        log.append(("cancelled", n))
        raise


async def main():
    log, event = [], trio.Event()
    async with trio.open_nursery() as nursery:
        for n in (3, 1, 2, 500):
            nursery.start_soon(child, n, log, event)
        await event.wait()
        nursery.cancel_scope.cancel()
    print(log)
    with trio.move_on_after(0.01) as scope:
        await trio.sleep_forever()
    print(scope.cancelled_caught)
    send, receive = trio.open_memory_channel(1)

    async def produce():
        async with send:
            for i in range(3):
                await send.send(i)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(produce)
        async for x in receive:
            print("received", x)
    try:
        with trio.fail_after(0.01):
            await trio.sleep(5)
    except trio.TooSlowError as e:
        print(type(e).__name__)
    try:
        async with trio.open_nursery() as nursery:
            async def fail(e):
                raise e
            nursery.start_soon(fail, ValueError("a"))
            nursery.start_soon(fail, KeyError("b"))
    except* ValueError as g:
        print("values", g.exceptions)
    except* KeyError as g:
        print("keys", g.exceptions)
    print(await trio.to_thread.run_sync(lambda: sum(range(10))))
    lock, order = trio.Lock(), []

    async def locked(i):
        async with lock:
            order.append(i)
            await trio.sleep(0)
            order.append(i)

    async with trio.open_nursery() as nursery:
        for i in range(3):
            nursery.start_soon(locked, i)
    print(all(order[i] == order[i + 1] for i in (0, 2, 4)), sorted(order))

    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")

    async def echo(stream):
        async for data in stream:
            await stream.send_all(data.upper())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, echo, listeners)
        stream = await trio.testing.open_stream_to_socket_listener(listeners[0])
        async with stream:
            await stream.send_all(b"hello")
            print(await stream.receive_some())
        nursery.cancel_scope.cancel()


import trio.testing
trio.run(main)
