"""The garbage collector as far as programs can see it. Memory is reclaimed whenever it suits; `collect` is when weak
references to what is dead are cleared and their callbacks run.
"""

DEBUG_STATS, DEBUG_COLLECTABLE, DEBUG_UNCOLLECTABLE, DEBUG_SAVEALL = 1, 2, 4, 32
DEBUG_LEAK = DEBUG_COLLECTABLE | DEBUG_UNCOLLECTABLE | DEBUG_SAVEALL
garbage = []
callbacks = []
_state = {"enabled": True, "debug": 0, "threshold": (2000, 10, 0), "collections": 0}


def enable():
    """Enable automatic garbage collection."""
    _state["enabled"] = True


def disable():
    """Disable automatic garbage collection."""
    _state["enabled"] = False


def isenabled():
    """Returns true if automatic garbage collection is enabled."""
    return _state["enabled"]


def collect(generation=2):
    """Run the garbage collector. Returns the number of weakly referenced objects that were found dead."""
    if not 0 <= generation <= 2:
        raise ValueError("invalid generation")
    _state["collections"] += 1
    import _weakref
    return _weakref._collect()


def get_debug():
    """Get the garbage collection debugging flags."""
    return _state["debug"]


def set_debug(flags, /):
    """Set the garbage collection debugging flags."""
    _state["debug"] = flags


def get_threshold():
    """Return the current collection thresholds."""
    return _state["threshold"]


def set_threshold(threshold0, threshold1=10, threshold2=0, /):
    """Set the collection thresholds (the collection of generations)."""
    _state["threshold"] = threshold0, threshold1, threshold2


def get_count():
    """Return a three-tuple of the current collection counts."""
    return 0, 0, 0


def freeze():
    """Freeze all current tracked objects and ignore them for future collections."""


def unfreeze():
    """Unfreeze all objects in the permanent generation."""


def get_freeze_count():
    """Return the number of objects in the permanent generation."""
    return 0


def is_tracked(obj, /):
    """Returns true if the object is tracked by the garbage collector."""
    return type(obj) not in (int, float, complex, bool, str, bytes, type(None), type(...), range, bytearray)


def is_finalized(obj, /):
    """Returns true if the object has been already finalized by the GC."""
    return False


def _missing(name):
    def function(*args):
        raise NotImplementedError(f"gc.{name}() is not supported by ttd-py yet")
    function.__name__ = function.__qualname__ = name
    return function


get_objects, get_referrers, get_referents, get_stats = map(
    _missing, ("get_objects", "get_referrers", "get_referents", "get_stats"))
