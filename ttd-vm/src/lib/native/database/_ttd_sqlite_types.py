"""Adapters and converters of `_sqlite3`: which Python values stand for which of the database."""

from _ttd_sqlite_base import ProgrammingError


class PrepareProtocol:
    """PEP 246 style object adaption protocol type."""


PrepareProtocol.__module__ = "sqlite3"
#: The types that the database has as well, as `are_plain` knows them.
BASIC = (int, float, str, bytearray, bytes, type(None))


#: Adapters by type and protocol.
adapters = {}
#: Whether values of the database's own types may be adapted as well.
bases_adapted = [False]
converters = {}
_ABSENT = object()


def register_adapter(type, adapter, /):
    """Register a function to adapt Python objects to SQLite values."""
    if type in BASIC:
        bases_adapted[0] = True
    adapters[type, PrepareProtocol] = adapter


def register_converter(typename, converter, /):
    """Register a function to convert SQLite values to Python objects."""
    converters[typename.upper()] = converter


def adapt(obj, proto=PrepareProtocol, alt=_ABSENT, /):
    """Adapt given object to given protocol."""
    adapter = adapters.get((type(obj), proto))
    if adapter is not None:
        return adapter(obj)
    for holder, name, other in ((proto, "__adapt__", obj), (obj, "__conform__", proto)):
        method = getattr(holder, name, None)
        if method is not None:
            try:
                adapted = method(other)
            except TypeError:
                continue
            if adapted is not None:
                return adapted
    if alt is not _ABSENT:
        return alt
    raise ProgrammingError("can't adapt")
