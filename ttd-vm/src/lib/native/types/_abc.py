"""Module contains faster C implementation of abc.ABCMeta: what `abc` does with registries and caches.

The caches hold classes for good: whether a class has subclasses that nobody uses cannot be seen through them.
"""

import _core

_namespace = _core.namespace()
_sequences = _namespace["pattern_sequences"]
_mappings = _namespace["pattern_mappings"]
# Counts registrations: each may turn a class into a subclass, so negative caches depend on it.
_counter = [0]


class _abc_data:
    """Internal state held by ABC machinery."""

    __module__ = "_abc"
    __slots__ = ("registry", "cache", "negative", "version")

    def __init__(self):
        self.registry = set()
        self.cache = set()
        self.negative = set()
        self.version = _counter[0]


def get_cache_token():
    """Returns the current ABC cache token."""
    return _counter[0]


def _abc_init(self, /):
    """Internal ABC helper for class set-up. Should be never used outside abc module."""
    abstract = set()
    for name, value in self.__dict__.items():
        if getattr(value, "__isabstractmethod__", False):
            abstract.add(name)
    for base in self.__bases__:
        for name in getattr(base, "__abstractmethods__", ()):
            value = getattr(self, name, None)
            if getattr(value, "__isabstractmethod__", False):
                abstract.add(name)
    self.__abstractmethods__ = frozenset(abstract)
    self._abc_impl = _abc_data()
    if "abc_checks" not in _namespace and type(self).__module__ == "abc":
        # What modules/builtins/abc_cache.rs answers for.
        meta = type(self).__dict__
        checks = meta["__instancecheck__"], meta["__subclasscheck__"]
        _namespace["abc_checks"] = *checks, _counter, _abc_data
    if self.__name__ == "MutableSequence" and self.__module__ == "collections.abc":
        # CPython registers it in the module `array`.
        self._abc_impl.registry.add(_core.array_class())
    flags = self.__dict__.get("__abc_tpflags__")
    if isinstance(flags, int):
        if flags >> 5 & 3 == 3:
            raise TypeError("__abc_tpflags__ cannot be both Py_TPFLAGS_SEQUENCE and Py_TPFLAGS_MAPPING")
        if flags & 1 << 5:
            _sequences[self] = True
        if flags & 1 << 6:
            _mappings[self] = True
        del self.__abc_tpflags__


def _abc_register(self, subclass, /):
    """Internal ABC helper for subclasss registration. Should be never used outside abc module."""
    if not isinstance(subclass, type):
        raise TypeError("Can only register classes")
    if issubclass(subclass, self):
        return subclass
    if issubclass(self, subclass):
        raise RuntimeError("Refusing to create an inheritance cycle")
    self._abc_impl.registry.add(subclass)
    _counter[0] += 1
    if subclass.__module__ != "builtins":
        for known in (_sequences, _mappings):
            if any([cls in known for cls in self.__mro__]):
                known[subclass] = True
    return subclass


def _abc_instancecheck(self, instance, /):
    """Internal ABC helper for instance checks. Should be never used outside abc module."""
    data = self._abc_impl
    subclass = instance.__class__
    if subclass in data.cache:
        return True
    subtype = type(instance)
    if subtype is subclass:
        if data.version == _counter[0] and subclass in data.negative:
            return False
        return self.__subclasscheck__(subclass)
    return self.__subclasscheck__(subclass) or self.__subclasscheck__(subtype)


def _abc_subclasscheck(self, subclass, /):
    """Internal ABC helper for subclasss checks. Should be never used outside abc module."""
    if not isinstance(subclass, type):
        raise TypeError("issubclass() arg 1 must be a class")
    data = self._abc_impl
    if subclass in data.cache:
        return True
    if data.version < _counter[0]:
        data.negative = set()
        data.version = _counter[0]
    elif subclass in data.negative:
        return False
    ok = self.__subclasshook__(subclass)
    if ok is not NotImplemented:
        if ok is True:
            data.cache.add(subclass)
            return True
        if ok is False:
            data.negative.add(subclass)
            return False
        raise AssertionError("__subclasshook__ must return either False, True, or NotImplemented")
    if self in subclass.__mro__:
        data.cache.add(subclass)
        return True
    for known in list(data.registry):
        if issubclass(subclass, known):
            data.cache.add(subclass)
            return True
    for known in self.__subclasses__():
        if issubclass(subclass, known):
            data.cache.add(subclass)
            return True
    data.negative.add(subclass)
    return False


def _get_dump(self, /):
    """Internal ABC helper for cache and registry debugging."""
    data = self._abc_impl
    return set(data.registry), set(data.cache), set(data.negative), data.version


def _reset_registry(self, /):
    """Internal ABC helper to reset registry of a given class."""
    self._abc_impl.registry.clear()


def _reset_caches(self, /):
    """Internal ABC helper to reset both caches of a given class."""
    self._abc_impl.cache.clear()
    self._abc_impl.negative.clear()
