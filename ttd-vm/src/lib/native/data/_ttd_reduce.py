"""What `copy` and `pickle` ask of objects: `object.__reduce_ex__`, `object.__getstate__` and those of builtin types."""

import _core

ABSENT = object()
special = _core.namespace()["special_of"]


def _copyreg():
    import copyreg
    return copyreg


def object_reduce(obj):
    return common_reduce(obj, 0)


def object_reduce_ex(obj, protocol):
    reduce = _core.type_lookup(type(obj), "__reduce__")
    if reduce is not object.__dict__["__reduce__"]:
        return obj.__reduce__()
    return common_reduce(obj, protocol)


def common_reduce(obj, protocol):
    if type(obj) is staticmethod and obj.__module__ == "_codecs":
        # Functions of this module do not bind to instances and are pickled by name.
        return obj.__name__
    if protocol >= 2:
        return reduce_newobj(obj)
    return _copyreg()._reduce_ex(obj, protocol)


def new_arguments(obj):
    """(args, kwargs) for `__new__`; args is None when the object does not say."""
    get = special(obj, "__getnewargs_ex__")
    if get is not None:
        result = get()
        if not isinstance(result, tuple):
            raise TypeError(f"__getnewargs_ex__ should return a tuple, not '{type(result).__name__}'")
        if len(result) != 2:
            raise ValueError(f"__getnewargs_ex__ should return a tuple of length 2, not {len(result)}")
        args, kwargs = result
        if not isinstance(args, tuple):
            raise TypeError("first item of the tuple returned by __getnewargs_ex__ must be a tuple,"
                            f" not '{type(args).__name__}'")
        if not isinstance(kwargs, dict):
            raise TypeError("second item of the tuple returned by __getnewargs_ex__ must be a dict,"
                            f" not '{type(kwargs).__name__}'")
        return args, kwargs
    get = special(obj, "__getnewargs__")
    if get is not None:
        args = get()
        if not isinstance(args, tuple):
            raise TypeError(f"__getnewargs__ should return a tuple, not '{type(args).__name__}'")
        return args, None
    return None, None


def reduce_newobj(obj):
    cls = type(obj)
    if _core.cannot_be_made(cls):
        raise TypeError(f"cannot pickle '{_core.class_name(cls)}' object")
    args, kwargs = new_arguments(obj)
    copyreg = _copyreg()
    if not kwargs:
        function, given = copyreg.__newobj__, (cls, *(args or ()))
    elif args is not None:
        function, given = copyreg.__newobj_ex__, (cls, args, kwargs)
    container = isinstance(obj, (list, dict))
    state = get_state(obj, args is None and not container)
    items = iter(obj) if isinstance(obj, list) else None
    pairs = iter(obj.items()) if isinstance(obj, dict) else None
    return function, given, state, items, pairs


def get_state(obj, required):
    get = obj.__getstate__
    if _core.is_default_getstate(get):
        return default_state(obj, required)
    return get()


def object_getstate(obj):
    return default_state(obj, False)


def default_state(obj, required):
    cls = type(obj)
    if required and _core.holds_builtin(obj):
        raise TypeError(f"cannot pickle {_core.class_name(cls)!r} object")
    state = getattr(obj, "__dict__", None) or None
    names = _copyreg()._slotnames(cls) if _core.has_slots(cls) or "__slotnames__" in cls.__dict__ else ()
    if names:
        found = {}
        for name in names:
            value = getattr(obj, name, ABSENT)
            if value is not ABSENT:
                found[name] = value
        if found:
            return state, found
    return state


def named(obj, name):
    """A method is found again as an attribute of what it is bound to."""
    return getattr, (obj, name)


def object_sizeof(obj):
    cls = type(obj)
    size = cls.__basicsize__
    if cls.__itemsize__:
        try:
            size += cls.__itemsize__ * (len(obj) if hasattr(cls, "__len__") else 1)
        except TypeError:
            pass
    return size
