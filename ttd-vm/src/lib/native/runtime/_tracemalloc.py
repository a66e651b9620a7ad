"""What `tracemalloc` asks: memory is counted by the machine, not by the place of an allocation, so tracing cannot be
started."""


def start(nframe=1, /):
    raise NotImplementedError("tracing of memory is not supported by ttd-py yet")


def stop():
    pass


def is_tracing():
    return False


def clear_traces():
    pass


def reset_peak():
    pass


def get_traced_memory():
    return (0, 0)


def get_tracemalloc_memory():
    return 0


def get_traceback_limit():
    return 1


def _get_traces():
    return []


def _get_object_traceback(obj, /):
    return None
