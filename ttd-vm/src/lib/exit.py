"""What is called when the program ends: the functions of `atexit`, the last one first."""

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
                exit_report("Exception ignored on threading shutdown", e)
    while exit_functions:
        function, args, kwargs = exit_functions.pop()
        try:
            function(*args, **kwargs)
        except BaseException as e:
            exit_report(f"Exception ignored in atexit callback {function!r}", e)


def exit_report(message, exc):
    import sys
    if sys.stderr is not None:
        sys.stderr.write(message + ":\n" + _fn.exception_text(exc))
