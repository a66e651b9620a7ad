"""`frame.f_locals` of a function: a view of its variables that writes through (PEP 667)."""

NO_VALUE = object()

FrameType = _core.builtin_type("frame")

# Views that are being shown: one that contains itself is written as `{...}`.
shown_views = []


def variable_key(frame, key):
    """The variable's name that a key equals; another key as it is."""
    if type(key) is str:
        return key
    hashed = hash(key)
    code = frame.f_code
    for name in code.co_varnames + code.co_cellvars + code.co_freevars:
        if hash(name) == hashed and name == key:
            return name
    return key


class FrameLocalsProxy:
    __slots__ = ("frame",)
    __hash__ = None

    def __init__(self, /, *args, **given):
        if given:
            raise TypeError("FrameLocalsProxy takes no keyword arguments")
        if len(args) != 1:
            raise TypeError(f"FrameLocalsProxy expected 1 argument, got {len(args)}")
        frame = args[0]
        if type(frame) is not FrameType:
            raise TypeError(f"expect frame, not {type(frame).__name__}")
        self.frame = frame

    def __getitem__(self, key):
        value = _core.frame_get(self.frame, variable_key(self.frame, key), NO_VALUE)
        if value is NO_VALUE:
            raise KeyError(f"local variable '{key!r}' is not defined")
        return value

    def __setitem__(self, key, value):
        _core.frame_set(self.frame, variable_key(self.frame, key), value)

    def __delitem__(self, key):
        key = variable_key(self.frame, key)
        if _core.frame_is_variable(self.frame, key):
            raise ValueError("cannot remove local variables from FrameLocalsProxy")
        if not _core.frame_delete(self.frame, key):
            raise KeyError(key)

    def __contains__(self, key):
        return _core.frame_get(self.frame, variable_key(self.frame, key), NO_VALUE) is not NO_VALUE

    def __len__(self):
        return len(_core.frame_names(self.frame))

    def __iter__(self):
        return iter(_core.frame_names(self.frame))

    def __reversed__(self):
        return _core.frame_names(self.frame)[::-1]

    def keys(self):
        return _core.frame_names(self.frame)

    def values(self):
        return list(self.copy().values())

    def items(self):
        return list(self.copy().items())

    def copy(self):
        frame = self.frame
        return {name: _core.frame_get(frame, name, None) for name in _core.frame_names(frame)}

    def get(self, key, default=None, /):
        return _core.frame_get(self.frame, variable_key(self.frame, key), default)

    def setdefault(self, key, default=None, /):
        key = variable_key(self.frame, key)
        value = _core.frame_get(self.frame, key, NO_VALUE)
        if value is NO_VALUE:
            _core.frame_set(self.frame, key, default)
            return default
        return value

    def pop(self, key, default=NO_VALUE, /):
        key = variable_key(self.frame, key)
        if _core.frame_is_variable(self.frame, key):
            raise ValueError("cannot remove local variables from FrameLocalsProxy")
        value = _core.frame_get(self.frame, key, NO_VALUE)
        if value is NO_VALUE:
            if default is NO_VALUE:
                raise KeyError(key)
            return default
        _core.frame_delete(self.frame, key)
        return value

    def update(self, other, /):
        if not isinstance(other, (dict, FrameLocalsProxy)):
            raise TypeError("update() argument must be dict or another FrameLocalsProxy")
        for key in other.keys():
            self[key] = other[key]

    def __eq__(self, other):
        if isinstance(other, FrameLocalsProxy):
            return self.frame is other.frame
        if isinstance(other, dict):
            return self.copy() == other
        return NotImplemented

    def __or__(self, other):
        if not isinstance(other, (dict, FrameLocalsProxy)):
            return NotImplemented
        result = self.copy()
        result.update(other if isinstance(other, dict) else other.copy())
        return result

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        result = dict(other)
        result.update(self.copy())
        return result

    def __ior__(self, other):
        if not isinstance(other, (dict, FrameLocalsProxy)):
            return NotImplemented
        self.update(other)
        return self

    def __repr__(self):
        if [view for view in shown_views if view is self]:
            return "{...}"
        shown_views.append(self)
        try:
            return repr(self.copy())
        finally:
            shown_views.pop()

    def __reduce_ex__(self, protocol, /):
        raise TypeError("cannot pickle 'FrameLocalsProxy' object")


FrameLocalsProxy.__module__ = "builtins"
pattern_mappings[FrameLocalsProxy] = True
