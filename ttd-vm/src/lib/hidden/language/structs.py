"""Tuples with named items, as in `sys` and other native modules, and `SimpleNamespace`."""


dict_type = dict
new_tuple = tuple.__new__


def struct_name(cls):
    return f"{cls.__module__}.{cls.__name__}"


class StructSequence(tuple):
    """What CPython's structure sequences have in common."""

    n_unnamed_fields = 0

    def __new__(cls, sequence, dict={}):
        try:
            items = tuple(sequence)
        except TypeError:
            raise TypeError("constructor requires a sequence") from None
        if not isinstance(dict, dict_type):
            raise TypeError(f"{struct_name(cls)}() takes a dict as second arg, if any")
        given, shown, every = len(items), cls.n_sequence_fields, cls.n_fields
        if not shown <= given <= every:
            which = "a" if shown == every else "an at least" if given < shown else "an at most"
            most = every if given > every else shown
            raise TypeError(f"{struct_name(cls)}() takes {which} {most}-sequence ({given}-sequence given)")
        if dict:
            left = cls._names[given:]
            for key in dict:
                if key not in left:
                    raise TypeError(f"{struct_name(cls)}() got duplicate or unexpected field name(s)")
        if shown == every:
            return new_tuple(cls, items)
        more = items[shown:]
        if given < every:
            names = cls._names[given:]
            more += tuple([dict.get(n) for n in names]) if dict else (None,) * len(names)
        return _core.new_struct(cls, items if given == shown else items[:shown], more)

    def __setattr__(self, name, value):
        if name in self._names:
            raise AttributeError("readonly attribute")
        kind = f"{type(self).__module__}.{type(self).__name__}"
        raise AttributeError(f"'{kind}' object has no attribute '{name}'")

    def __delattr__(self, name):
        self.__setattr__(name, None)

    def __repr__(self):
        names = [name for name in self._names if name is not None]
        shown = [f"{name}={value!r}" for name, value in zip(names, self)]
        return f"{self.__class__.__module__}.{self.__class__.__name__}({', '.join(shown)})"

    def __reduce__(self):
        shown = self.n_sequence_fields
        more = self.__dict__.get("_more", ())
        return self.__class__, (tuple(self), dict(zip(self._names[shown:], more)))

    def __replace__(self, /, **changes):
        cls = type(self)
        if cls.n_unnamed_fields:
            name = f"{cls.__module__}.{cls.__name__}"
            raise TypeError(f"__replace__() is not supported for {name} because it has unnamed field(s)")
        items = {name: getattr(self, name) for name in self._names}
        unknown = [name for name in changes if name not in items]
        if unknown:
            raise TypeError(f"Got unexpected field name(s): {unknown!r}")
        items.update(changes)
        return self.__class__(items.values())


def struct_field(at, shown, doc):
    if at < shown:
        return property(lambda self: self[at], doc=doc)
    return property(lambda self: self._more[at - shown], doc=doc)


def make_struct(module, name, names, shown=None, doc=None, docs=None):
    """A class of structure sequences; of the names all after the first `shown` are attributes only. Items whose name is
    None have none."""
    names = tuple(names)
    shown = len(names) if shown is None else shown
    named = tuple([field for field in names[:shown] if field is not None])
    own = {"__module__": module, "__doc__": doc, "__match_args__": named, "_names": names,
           "n_fields": len(names), "n_sequence_fields": shown, "n_unnamed_fields": names.count(None)}
    for at, field in enumerate(names):
        if field is not None:
            own[field] = struct_field(at, shown, docs and docs.get(field))
    return type(name, (StructSequence,), own)


# Namespaces whose repr is in progress.
shown_namespaces = []


no_items = ()


class SimpleNamespace:
    """A simple attribute-based namespace."""

    __module__ = "types"

    def __init__(self, mapping_or_iterable=no_items, /, **kwargs):
        own = self.__dict__
        if mapping_or_iterable is not no_items:
            given = dict(mapping_or_iterable)
            for key in given:
                if not isinstance(key, str):
                    raise TypeError("keywords must be strings")
            own.update(given)
        own.update(kwargs)

    def __repr__(self):
        name = "namespace" if type(self) is SimpleNamespace else type(self).__name__
        if any([shown is self for shown in shown_namespaces]):
            return f"{name}(...)"
        shown_namespaces.append(self)
        try:
            items = [f"{key}={value!r}" for key, value in self.__dict__.items()]
        finally:
            shown_namespaces.pop()
        return f"{name}({', '.join(items)})"

    def __eq__(self, other):
        if issubclass(type(other), SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented

    __hash__ = None

    def __lt__(self, other):
        return self.__dict__ < other.__dict__ if issubclass(type(other), SimpleNamespace) else NotImplemented

    def __reduce__(self):
        return type(self), (), self.__dict__

    def __replace__(self, /, **changes):
        made = type(self)()
        made.__dict__.update(self.__dict__)
        made.__dict__.update(changes)
        return made


_core.seal(SimpleNamespace, True)


def checked_size(method, value, default, given):
    """`sys.getsizeof` of an object whose class says what its size is."""
    try:
        size = special_of(value, "__sizeof__")()
    except TypeError:
        if given:
            return default
        raise
    if not isinstance(size, int):
        if given:
            return default
        raise TypeError("an integer is required")
    if size < 0:
        raise ValueError("__sizeof__() should return >= 0")
    return size + 16


AsyncGenHooks = make_struct("sys", "asyncgen_hooks", ("firstiter", "finalizer"))


def asyncgen_hooks(first, finalizer):
    return AsyncGenHooks((first, finalizer))
