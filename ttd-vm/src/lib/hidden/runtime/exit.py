"""The functions of `atexit`, called in reverse order when the program ends."""

exit_functions = []


def exit_unregister(function):
    i = len(exit_functions)
    while i > 0:
        i -= 1
        if i < len(exit_functions) and exit_functions[i][0] == function:
            del exit_functions[i]


def exit_run():
    threading = modules.get("threading")
    if threading is not None:
        shutdown = getattr(threading, "_shutdown", None)
        if shutdown is not None:
            try:
                shutdown()
            except BaseException as e:
                unraisable(e, None, "Exception ignored on threading shutdown")
    while exit_functions:
        function, args, kwargs = exit_functions.pop()
        try:
            function(*args, **kwargs)
        except BaseException as e:
            unraisable(e, None, f"Exception ignored in atexit callback {function!r}")


def raise_exception(exc):
    """What another thread leaves for the main thread to do."""
    raise exc
