"""What natives of `_asyncio` leave to Python: loops that are not the library's, debug mode, coroutines and futures that
are not native, messages, and what is seldom asked."""

import sys
import weakref

# Tasks that are not native, and those that run their first step at once.
_scheduled_tasks = weakref.WeakSet()
_eager_tasks = set()

_learned = False


def _learn():
    """Tells the natives what the queues of the library's loops are made of, as soon as there are such loops."""
    global _learned
    base, events = sys.modules.get("asyncio.base_events"), sys.modules.get("asyncio.events")
    loops, handle = getattr(base, "BaseEventLoop", None), getattr(events, "Handle", None)
    if _learned or loops is None or handle is None:
        return
    functions = handle.__init__, loops.call_soon, loops._call_soon, loops.get_debug
    _learned = True
    if all(getattr(getattr(f, "__code__", None), "co_filename", "").startswith("/ttd-py/") for f in functions):
        _register_loops(vars(events), handle, *functions)


def _call_soon(loop, callback, context, *args):
    _learn()
    loop.call_soon(callback, *args, context=context)


def _schedule(loop, fut, callbacks, result):
    _learn()
    for callback, context in callbacks:
        loop.call_soon(callback, fut, context=context)
    return result


def _note_source(fut):
    if fut._loop.get_debug():
        from asyncio import format_helpers
        _set_source(fut, format_helpers.extract_stack())


def _finish_init(fut, loop=None):
    if loop is None:
        loop = get_event_loop()
    _fill_future(fut, loop)
    _learn()
    _note_source(fut)


def _init_task(task, coro, loop, name, context, eager):
    from asyncio import coroutines
    if loop is None:
        loop = get_event_loop()
    if not coroutines.iscoroutine(coro):
        _fill_refused(task, loop)
        raise TypeError(f"a coroutine was expected, got {coro!r}")
    if context is None:
        context = _copy_context()
    if name is not None:
        name = str(name)
    _fill_task(task, loop, coro, name, context)
    _start_task(task, eager)


def _start_task(task, eager=False):
    _learn()
    _note_source(task)
    loop = task._loop
    if eager and loop.is_running():
        _eager_start(task, loop)
    else:
        loop.call_soon(_bound(task, False), context=task.get_context())
        _register_task(task)


def _eager_start(task, loop):
    before = _swap_current_task(loop, task)
    try:
        _register_eager_task(task)
        try:
            task.get_context().run(_eager_step, task)
        finally:
            _unregister_eager_task(task)
    finally:
        _swap_current_task(loop, before)
        if task.done():
            _forget_coro(task)
        else:
            _register_task(task)


def _handle_result(task, result):
    """What follows when a task's coroutine has yielded something that is no native future of its loop."""
    from asyncio import futures
    blocking = getattr(result, "_asyncio_future_blocking", None)
    if blocking is not None:
        if futures._get_loop(result) is not task._loop:
            message = f"Task {task!r} got Future {result!r} attached to a different loop"
        elif not blocking:
            message = f"yield was used instead of yield from in task {task!r} with {result!r}"
        elif result is task:
            message = f"Task cannot await on itself: {task!r}"
        else:
            futures.future_add_to_awaited_by(result, task)
            result._asyncio_future_blocking = False
            result.add_done_callback(_bound(task, True), context=task.get_context())
            _set_waiter(task, result)
            if task._must_cancel and result.cancel(msg=task._cancel_message):
                _set_must_cancel(task, False)
            return
    elif type(result).__name__ == "generator":
        message = f"yield was used instead of yield from for generator in task {task!r} with {result!r}"
    else:
        message = f"Task got bad yield: {result!r}"
    _call_soon(task._loop, _bound(task, False), task.get_context(), RuntimeError(message))


def _cancel_waiter(task, message):
    if not task._fut_waiter.cancel(msg=message):
        _set_must_cancel(task, True, message)
    return True


def _foreign_step(task, exc):
    """A step of a task whose coroutine is an object of a class in Python."""
    coro = task.get_coro()
    try:
        result = coro.send(None) if exc is None else coro.throw(exc)
    except StopIteration as e:
        value = e.value
    except BaseException as e:
        return _raised(task, e)
    else:
        return _yielded(task, result)
    return _returned(task, value)


def _foreign_wakeup(task, fut):
    """Wakes a task that waited for a future of a class in Python."""
    try:
        fut.result()
    except BaseException as e:
        return task_step(task, e)
    return task_step(task)


def _refuse(what, *shown):
    if what == "exception":
        return _set_other_exception(*shown)
    if what == "enter":
        raise RuntimeError(
            f"Cannot enter into task {shown[0]!r} while another task {shown[1]!r} is being executed.")
    if what == "leave":
        raise RuntimeError(f"Leaving task {shown[0]!r} does not match the current task {shown[1]!r}.")
    if what == "done":
        raise _InvalidStateError(f"__step(): already done: {shown[0]!r} {shown[1]!r}")
    raise _InvalidStateError("invalid state")


def _set_other_exception(fut, exc):
    if isinstance(exc, type) and issubclass(exc, BaseException):
        exc = exc()
    if not isinstance(exc, BaseException):
        raise TypeError("invalid exception object")
    if isinstance(exc, StopIteration):
        cause = exc
        exc = RuntimeError("StopIteration interacts badly with generators and cannot be raised into a Future")
        exc.__cause__ = exc.__context__ = cause
    Future.set_exception(fut, exc)


def _tell(fut, context):
    if fut._source_traceback:
        context["source_traceback"] = fut._source_traceback
    fut._loop.call_exception_handler(context)


def _throw(awaited, typ, val, tb):
    import warnings
    warnings.warn("the (type, exc, tb) signature of throw() is deprecated, use the single-arg signature instead.",
                  DeprecationWarning, stacklevel=2)
    if tb is not None and type(tb).__name__ != "traceback":
        raise TypeError("throw() third argument must be a traceback object")
    if isinstance(typ, BaseException):
        if val is not None:
            raise TypeError("instance exception may not have a separate value")
        exc = typ
    elif isinstance(typ, type) and issubclass(typ, BaseException):
        exc = val if isinstance(val, typ) else typ() if val is None else typ(val)
    else:
        raise TypeError("exceptions must be classes deriving BaseException or instances of such a class")
    awaited.throw(exc if tb is None else exc.with_traceback(tb))


def _never_retrieved(fut):
    exc = fut._exception
    fut._log_traceback = False
    message = f"{type(fut).__name__} exception was never retrieved"
    _tell(fut, {"message": message, "exception": exc, "future": fut})


def _destroyed(task):
    _tell(task, {"task": task, "message": "Task was destroyed but it is pending!"})


def _future_repr(fut):
    from asyncio import base_futures
    return base_futures._future_repr(fut)


def _task_repr(task):
    from asyncio import base_tasks
    return base_tasks._task_repr(task)


def _get_stack(task, limit):
    from asyncio import base_tasks
    return base_tasks._task_get_stack(task, limit)


def _print_stack(task, limit, file):
    from asyncio import base_tasks
    return base_tasks._task_print_stack(task, limit, file)


def _set_name(task, value):
    _put_name(task, str(value))


def _remove_done_callback(fut, fn):
    before = fut._callbacks
    left = [pair for pair in before if not pair[0] == fn]
    now = fut._callbacks
    if now is None:
        return 0
    left += now[len(before):]
    _set_callbacks(fut, left)
    return len(now) - len(left)


def _register_task(task):
    """Register a new task in asyncio as executed by loop.

    Returns None."""
    if not _mark_task(task, True):
        _scheduled_tasks.add(task)


def _unregister_task(task):
    """Unregister a task.

    Returns None."""
    if not _mark_task(task, False):
        _scheduled_tasks.discard(task)


def _register_eager_task(task):
    """Register a new task in asyncio as executed by loop.

    Returns None."""
    _eager_tasks.add(task)


def _unregister_eager_task(task):
    """Unregister a task.

    Returns None."""
    _eager_tasks.discard(task)


def all_tasks(loop=None):
    """Return a set of all tasks for the loop."""
    from asyncio import futures, tasks
    if loop is None:
        loop = get_running_loop()
    others = [*_eager_tasks, *_scheduled_tasks, *tasks._eager_tasks, *tasks._scheduled_tasks]
    others = [t for t in others if futures._get_loop(t) is loop and not t.done()]
    return {*_native_tasks(loop), *others}


def get_event_loop():
    """Return an asyncio event loop.

    When called from a coroutine or a callback (e.g. scheduled with
    call_soon or similar API), this function will always return the
    running event loop.

    If there is no running event loop set, the function will return
    the result of `get_event_loop_policy().get_event_loop()` call."""
    loop = _get_running_loop()
    if loop is not None:
        return loop
    from asyncio import events
    return events._get_event_loop_policy().get_event_loop()


from _contextvars import copy_context as _copy_context
from asyncio.exceptions import CancelledError as _CancelledError, InvalidStateError as _InvalidStateError

_register(_CancelledError, _InvalidStateError, _call_soon, _schedule, _finish_init, _init_task, _start_task,
          _handle_result, _cancel_waiter, _foreign_step, _foreign_wakeup, _refuse, task_step, task_wakeup)
