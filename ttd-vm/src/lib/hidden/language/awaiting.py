"""Awaitables that need Python code: `anext()` with a default, and the hooks of asynchronous generators."""


def aiter_(method, value):
    result = method(value)
    if _core.type_lookup(type(result), "__anext__") is None:
        raise TypeError(f"aiter() returned not an async iterator of type '{type(result).__name__}'")
    return result


def anext_(method, value, default):
    return _core.wrap_anext(anext_or(method(value), default))


async def anext_or(awaitable, default):
    try:
        return await awaitable
    except StopAsyncIteration:
        return default


def await_next(method, value):
    """`__await__` of what `__anext__` gave to `async for`."""
    try:
        result = method(value)
        if type(result).__name__ == "coroutine":
            raise TypeError("__await__() returned a coroutine")
        if _core.type_lookup(type(result), "__next__") is None:
            raise TypeError(f"__await__() returned non-iterator of type '{type(result).__name__}'")
        return result
    except BaseException as e:
        cause = e
    raise TypeError(
        f"'async for' received an invalid object from __anext__: {type(value).__name__}") from cause


def call_then(hook, generator, made):
    """The hook of sys.set_asyncgen_hooks sees a generator when its first awaitable is made."""
    hook(generator)
    return made


def close_awaitable(awaitable):
    try:
        awaitable.throw(GeneratorExit)
    except (StopIteration, StopAsyncIteration, GeneratorExit):
        return None
    raise RuntimeError("coroutine ignored GeneratorExit")
