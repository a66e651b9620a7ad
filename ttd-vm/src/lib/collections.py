"""Specialised container datatypes. The native half is `_collections`."""

from _collections import deque

__all__ = ["deque"]

_MISSING = (
    "ChainMap", "Counter", "OrderedDict", "UserDict", "UserList", "UserString", "defaultdict", "namedtuple",
)


def __getattr__(name):
    if name in _MISSING:
        raise ImportError(f"collections.{name} is not supported by ttd-py yet", name="collections")
    raise AttributeError(f"module 'collections' has no attribute {name!r}")
