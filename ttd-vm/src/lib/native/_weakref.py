"""Weak references. What is dead is found, and callbacks run, when the program collects garbage: see `gc`."""

import _core

# Per object, by its identity: the references to it, oldest first.
_registry = _core.weak_cell({})


class ReferenceType:
    """Weak reference to an object."""

    __module__ = "weakref"
    __slots__ = ("_cell", "__callback__", "_hash", "__weakref__")

    def __new__(cls, object, callback=None, /, *args, **kwargs):
        if cls is ReferenceType and kwargs:
            raise TypeError("ref() takes no keyword arguments")
        return make(cls, object, callback)

    def __init__(self, object, callback=None, /):
        pass

    def __call__(self, /):
        return _core.weak_get(self._cell)

    def __eq__(self, other):
        if not isinstance(other, ReferenceType):
            return NotImplemented
        mine, its = _core.weak_get(self._cell), _core.weak_get(other._cell)
        if mine is None or its is None:
            return self is other
        return mine == its

    def __ne__(self, other):
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    def __hash__(self):
        value = self._hash
        if value is None:
            object = _core.weak_get(self._cell)
            if object is None:
                raise TypeError("weak object has gone away")
            value = self._hash = hash(object)
        return value

    def __repr__(self):
        return describe(self, "weakref")

    def __class_getitem__(cls, item, /):
        from types import GenericAlias
        return GenericAlias(cls, item)


ref = ReferenceType
_new = object.__new__


def describe(reference, word):
    object = _core.weak_get(_cell_of(reference))
    at = hex(id(reference))
    if object is None:
        return f"<{word} at {at}; dead>"
    name = getattr(object, "__name__", None)
    named = f" ({name})" if isinstance(name, str) else ""
    return f"<{word} at {at}; to '{_core.class_name(type(object))}' at {hex(id(object))}{named}>"


def make(cls, object, callback):
    if not _core.weakly_referable(object):
        raise TypeError(f"cannot create weak reference to '{_core.class_name(type(object))}' object")
    references = _core.weak_get(_registry).setdefault(id(object), [])
    if callback is None and cls in (ReferenceType, ProxyType, CallableProxyType):
        for known in references:
            if type(known) is cls and _callback_of(known) is None:
                return known
    made = _new(cls)
    _set_cell(made, _core.weak_cell(object))
    _set_callback(made, callback)
    if cls is not ProxyType and cls is not CallableProxyType:
        made._hash = None
    references.append(made)
    return made


# ---- proxies

def _alive(proxy):
    object = _core.weak_get(_cell_of(proxy))
    if object is None:
        raise ReferenceError("weakly-referenced object no longer exists")
    return object


def _plain(value):
    return _alive(value) if type(value) in (ProxyType, CallableProxyType) else value


class ProxyType:
    __module__ = "weakref"
    __slots__ = ("_cell", "_callback", "__weakref__")
    __hash__ = None

    def __getattribute__(self, name):
        return getattr(_alive(self), name)

    def __setattr__(self, name, value):
        setattr(_alive(self), name, value)

    def __delattr__(self, name):
        delattr(_alive(self), name)

    def __repr__(self):
        return describe(self, "weakproxy")

    def __str__(self):
        return str(_alive(self))

    def __bool__(self):
        return bool(_alive(self))

    def __bytes__(self):
        return bytes(_alive(self))

    def __len__(self):
        return len(_alive(self))

    def __contains__(self, item):
        return item in _alive(self)

    def __getitem__(self, key):
        return _alive(self)[key]

    def __setitem__(self, key, value):
        _alive(self)[key] = value

    def __delitem__(self, key):
        del _alive(self)[key]

    def __iter__(self):
        return iter(_alive(self))

    def __next__(self):
        object = _alive(self)
        if not hasattr(type(object), "__next__"):
            raise TypeError("Weakref proxy referenced a non-iterator "
                            f"'{_core.class_name(type(object))}' object")
        return next(object)

    def __reversed__(self):
        return reversed(_alive(self))

    def __index__(self):
        import operator
        return operator.index(_alive(self))

    def __int__(self):
        return int(_alive(self))

    def __float__(self):
        return float(_alive(self))

    def __neg__(self):
        return -_alive(self)

    def __pos__(self):
        return +_alive(self)

    def __abs__(self):
        return abs(_alive(self))

    def __invert__(self):
        return ~_alive(self)


def _binary(name, operate):
    def forward(self, other):
        return operate(_plain(self), _plain(other))

    def reflected(self, other):
        return operate(_plain(other), _plain(self))
    setattr(ProxyType, f"__{name}__", forward)
    setattr(ProxyType, f"__r{name}__", reflected)


def _compare(name, operate):
    setattr(ProxyType, f"__{name}__", lambda self, other: operate(_plain(self), _plain(other)))


def _in_place(name, operate):
    def forward(self, other):
        return operate(_plain(self), _plain(other))
    setattr(ProxyType, f"__i{name}__", forward)


def _forward_operators():
    import _operator
    for name in ("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow", "lshift", "rshift", "and",
                 "xor", "or"):
        operate = divmod if name == "divmod" else getattr(_operator, f"__{name}__")
        _binary(name, operate)
        if name != "divmod":
            _in_place(name, getattr(_operator, f"__i{name}__"))
    for name in ("lt", "le", "eq", "ne", "gt", "ge"):
        _compare(name, getattr(_operator, name))


class CallableProxyType:
    pass


_forward_operators()
_own = dict(ProxyType.__dict__)
for _name in ("_cell", "_callback", "__weakref__", "__dict__"):
    _own.pop(_name, None)
_own["__call__"] = lambda self, /, *args, **kwargs: _alive(self)(*args, **kwargs)
CallableProxyType = type("CallableProxyType", (), _own)
for _class in (ProxyType, CallableProxyType):
    _class.__module__ = "weakref"

_ref_cell, _ref_callback = ReferenceType.__dict__["_cell"], ReferenceType.__dict__["__callback__"]
_proxy_slots = {c: (c.__dict__["_cell"], c.__dict__["_callback"]) for c in (ProxyType, CallableProxyType)}


def _cell_of(reference):
    slots = _proxy_slots.get(type(reference))
    return (_ref_cell if slots is None else slots[0]).__get__(reference)


def _set_cell(reference, cell):
    slots = _proxy_slots.get(type(reference))
    (_ref_cell if slots is None else slots[0]).__set__(reference, cell)


def _callback_of(reference):
    slots = _proxy_slots.get(type(reference))
    return (_ref_callback if slots is None else slots[1]).__get__(reference)


def _set_callback(reference, callback):
    slots = _proxy_slots.get(type(reference))
    (_ref_callback if slots is None else slots[1]).__set__(reference, callback)


def proxy(object, callback=None, /):
    """Create a proxy object that weakly references 'object'."""
    return make(CallableProxyType if callable(object) else ProxyType, object, callback)


# ---- what is asked about references

def getweakrefcount(object, /):
    """Return the number of weak references to 'object'."""
    return len(_core.weak_get(_registry).get(id(object), ()))


def getweakrefs(object, /):
    """Return a list of all weak reference objects pointing to 'object'."""
    return list(_core.weak_get(_registry).get(id(object), ()))


def _remove_dead_weakref(dct, key, /):
    """Atomically remove key from dict if it points to a dead weakref."""
    reference = dct.get(key)
    if reference is not None and reference() is None:
        del dct[key]


# ---- what the collector calls

def _collect():
    """Clears references to what is dead and calls their callbacks; how many objects were dead."""
    registry = _core.weak_get(_registry)
    if not registry:
        return 0
    candidates = []
    for references in registry.values():
        candidates.append(_core.weak_get(_cell_of(references[0])))
        candidates += references
    found = _core.find_dead(candidates)
    if found is None:
        return 0
    dead = set(map(id, found))
    del candidates, found
    calls, count = [], 0
    for key, references in list(registry.items()):
        alive = [r for r in references if id(r) not in dead]
        if key in dead:
            count += 1
            del registry[key]
            for reference in references:
                _core.weak_clear(_cell_of(reference))
            calls += [(c, r) for r in reversed(alive) if (c := _callback_of(r)) is not None]
        elif alive:
            registry[key] = alive
        else:
            del registry[key]
    for callback, reference in calls:
        _set_callback(reference, None)
        try:
            callback(reference)
        except BaseException as error:
            _unraisable(error, callback)
    return count


def _unraisable(error, callback):
    import sys
    hook = getattr(sys, "unraisablehook", None)
    if hook is not None:
        args = sys.UnraisableHookArgs((type(error), error, error.__traceback__, "Exception ignored in", callback))
        hook(args)


_core.seal(ReferenceType, True)
_core.seal(ProxyType, False)
_core.seal(CallableProxyType, False)
