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
