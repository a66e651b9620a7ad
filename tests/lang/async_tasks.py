"""Futures and tasks of asyncio: states, callbacks, cancellation, names, contexts, errors."""
import asyncio
import contextvars

var = contextvars.ContextVar("var", default="unset")


class Loop(asyncio.SelectorEventLoop):
    def call_soon(self, callback, *args, context=None):
        calls.append(len(args))
        return super().call_soon(callback, *args, context=context)


class MyTask(asyncio.Task):
    def __init__(self, *args, mark, **kwargs):
        self.mark = mark
        super().__init__(*args, **kwargs)


class Awaitable:
    def __await__(self):
        got = yield from asyncio.sleep(0).__await__()
        return ("awaited", got)


class Foreign(asyncio.Future):
    def result(self):
        return super().result() * 2


calls = []


async def value(v):
    await asyncio.sleep(0)
    return v


async def futures():
    loop = asyncio.get_running_loop()
    fut = loop.create_future()
    print(fut.done(), fut.cancelled(), fut._state, fut.get_loop() is loop, fut._callbacks)
    order = []
    fut.add_done_callback(lambda f: order.append((1, f.result())))
    second = lambda f: order.append((2, f is fut))
    fut.add_done_callback(second)
    fut.add_done_callback(second)
    print(fut.remove_done_callback(second), len(fut._callbacks))
    fut.set_result("done")
    print(order, await fut)
    await asyncio.sleep(0)
    print(order)
    fut.add_done_callback(second)
    await asyncio.sleep(0)
    print(order)
    for wrong in (lambda: fut.set_result(1), lambda: fut.set_exception(ValueError()),
                  lambda: loop.create_future().result(), lambda: loop.create_future().exception()):
        try:
            wrong()
        except asyncio.InvalidStateError as e:
            print(type(e).__name__, e)
    failed = loop.create_future()
    failed.set_exception(KeyError("k"))
    print(repr(failed.exception()), failed.cancel())
    try:
        await failed
    except KeyError as e:
        print("raised", e)
    stopped = loop.create_future()
    stopped.set_exception(StopIteration())
    print(type(stopped.exception()), stopped.exception().__cause__)
    for wrong in 1, int:
        try:
            loop.create_future().set_exception(wrong)
        except TypeError as e:
            print(e)
    gone = loop.create_future()
    print(gone.cancel("why"), gone.cancel(), gone.cancelled())
    try:
        await gone
    except asyncio.CancelledError as e:
        print("cancelled", e.args)


async def stubborn():
    for i in range(3):
        try:
            await asyncio.sleep(10)
        except asyncio.CancelledError as e:
            print("caught", i, e.args, asyncio.current_task().cancelling())
            asyncio.current_task().uncancel()
    return "survived"


async def cancellation():
    task = asyncio.create_task(stubborn(), name="stubborn")
    for i in range(3):
        await asyncio.sleep(0)
        print(task.cancel(f"m{i}"), task.cancelling())
    print(await task, task.cancel(), task.get_name(), task.cancelled())
    never = asyncio.create_task(value(1))
    never.cancel()
    try:
        await never
    except asyncio.CancelledError:
        print("never ran", never.cancelled())
    inner = asyncio.create_task(asyncio.sleep(10), name="inner")

    async def waits():
        await inner
    outer = asyncio.create_task(waits(), name="outer")
    await asyncio.sleep(0)
    print({inner, outer} < asyncio.all_tasks(), len(asyncio.all_tasks()))
    outer.cancel("both")
    print(await asyncio.gather(inner, outer, return_exceptions=True))
    try:
        async with asyncio.timeout(0.001):
            await asyncio.sleep(10)
    except TimeoutError:
        print("timed out")
    print(await asyncio.wait_for(value(2), 1))


async def contexts():
    var.set("outside")

    async def inner():
        seen = var.get()
        var.set("inside")
        await asyncio.sleep(0)
        return seen, var.get()
    print(await asyncio.create_task(inner()), var.get())
    context = contextvars.copy_context()
    print(await asyncio.create_task(inner(), context=context), context[var], var.get())
    print(context.run(var.get), context.run(lambda: (var.set("run"), var.get())[1]), context[var])
    try:
        context.run(context.run, var.get)
    except RuntimeError as e:
        print("entered already")
    try:
        context.run(lambda: 1 // 0)
    except ZeroDivisionError:
        print(context.run(var.get), var.get())

    def gen():
        yield var.get()
    print(list(context.run(gen)))


async def bad_yields():
    import types

    @types.coroutine
    def yields(v):
        return (yield v)

    async def gives(v):
        return await yields(v)
    loop = asyncio.get_running_loop()
    for v in 1, loop.create_future():
        try:
            await asyncio.create_task(gives(v))
        except RuntimeError as e:
            print(str(e)[:25])
    me = asyncio.create_task(value(0))
    print(await Awaitable(), await me)
    foreign = Foreign(loop=loop)
    loop.call_soon(foreign.set_result, 21)

    async def awaits():
        return await foreign
    print(await asyncio.create_task(awaits()), foreign.result())
    mine = MyTask(value("v"), loop=loop, mark=7, name="mine")
    print(mine.mark, mine.get_name(), await mine, isinstance(mine, asyncio.Future))
    mine.extra = 1
    print(mine.extra, mine.get_coro().__name__)
    for refused in lambda: mine.set_result(1), lambda: mine.set_exception(ValueError()):
        try:
            refused()
        except RuntimeError as e:
            print(e)
    try:
        asyncio.Task(1, loop=loop)
    except TypeError as e:
        print(e)


async def groups():
    try:
        async with asyncio.TaskGroup() as tg:
            tg.create_task(value(1))

            async def fails():
                await asyncio.sleep(0)
                raise ValueError("in group")
            tg.create_task(fails())
            await asyncio.sleep(10)
    except* ValueError as e:
        print(e.exceptions)
    done, pending = await asyncio.wait([asyncio.create_task(value(i)) for i in range(3)])
    print(sorted(t.result() for t in done), pending)
    for coro in asyncio.as_completed([value(1), value(1)]):
        print(await coro)


async def eager():
    loop = asyncio.get_running_loop()
    loop.set_task_factory(asyncio.eager_task_factory)
    task = loop.create_task(asyncio.sleep(0, "slept"))
    print(task.done(), await task)

    async def at_once():
        return asyncio.current_task()
    task = loop.create_task(at_once(), name="at once")
    print(task.done(), task.result() is task, asyncio.current_task() is not task, task.get_name())
    loop.set_task_factory(None)


async def exits():
    async def leaves():
        raise SystemExit(3)
    kept.append(asyncio.create_task(leaves()))
    await asyncio.sleep(10)


kept = []
for part in futures, cancellation, contexts, bad_yields, groups, eager:
    print("---", part.__name__)
    asyncio.run(part())
with asyncio.Runner(loop_factory=Loop) as runner:
    print(runner.run(value("own loop")), calls[:4])
try:
    asyncio.run(exits())
except SystemExit as e:
    print("exit", e.code, repr(kept[0].exception()))
print(asyncio.Future[int], asyncio.current_task.__name__)
try:
    asyncio.get_running_loop()
except RuntimeError as e:
    print(e)
