# ---- arrays

# The most bytes that memory can have.
_MOST = (1 << 63) - 1


class PyCArrayType(_CDataType):
    """metatype for the Array Objects"""

    def __init__(cls, name, bases, namespace, /):
        cls._check_new()
        if bases == (_CData,):
            return
        length, item = getattr(cls, "_length_", None), getattr(cls, "_type_", None)
        if length is None:
            raise AttributeError("class must define a '_length_' attribute")
        if not isinstance(length, int):
            raise TypeError("The '_length_' attribute must be an integer")
        if length < 0:
            raise ValueError("The '_length_' attribute must not be negative")
        if length > _MOST:
            raise OverflowError("The '_length_' attribute is too large")
        if item is None:
            raise AttributeError("class must define a '_type_' attribute")
        if not isinstance(item, _CDataType) or item._ready is not item:
            raise TypeError("_type_ must have storage info")
        if item._size_of() * length > _MOST:
            raise OverflowError("array too large")
        cls._set_layout(item._size_of() * length, item._align, length, item._format_of(), item._pointers)
        if issubclass(item, _SimpleCData) and item._type_ in "cu":
            type.__setattr__(cls, "value", _char_value if item._type_ == "c" else _wide_value)
            if item._type_ == "c":
                type.__setattr__(cls, "raw", _raw_value)


class Array(_CData, metaclass=PyCArrayType):
    """Abstract base class for arrays."""

    __slots__ = ()

    def __init__(self, *values):
        if len(values) > self._length_:
            raise IndexError("invalid index")
        for i, value in enumerate(values):
            self[i] = value

    def __len__(self):
        return self._length_

    def _number(self, index):
        index = index.__index__()
        if index < 0:
            index += self._length_
        if not 0 <= index < self._length_:
            raise IndexError("invalid index")
        return index

    def __getitem__(self, index):
        if isinstance(index, slice):
            return _joined(self._type_, [self[i] for i in range(*index.indices(self._length_))])
        if not hasattr(index, "__index__"):
            raise TypeError("indices must be integers")
        item, index = self._type_, self._number(index)
        return _load(item, self._block, self._offset + index * item._size_of(), self, index)

    def __setitem__(self, index, value):
        if isinstance(index, slice):
            places = range(*index.indices(self._length_))
            values = [bytes([v]) for v in value] if isinstance(value, bytes) else list(value)
            if len(places) != len(values):
                raise ValueError("Can only assign sequence of same size")
            for i, item in zip(places, values):
                self[i] = item
            return
        if not hasattr(index, "__index__"):
            raise TypeError("indices must be integer")
        item, index = self._type_, self._number(index)
        _store(self, item, self._block, self._offset + index * item._size_of(), value, index)

    def __delitem__(self, index):
        raise TypeError("Array does not support item deletion")

    @classmethod
    def _param(cls, value):
        code = cls._type_._type_ if issubclass(cls._type_, _SimpleCData) else None
        if isinstance(value, bytes) and code == "c" or isinstance(value, str) and code == "u":
            if len(value) > cls._length_:
                raise ValueError("Invalid length")
            made = cls()
            made.value = value
            return made
        if isinstance(value, tuple):
            return cls(*value)
        return super()._param(value)

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)


def _joined(item, values):
    """A slice of items: text for characters, else a list."""
    code = item._type_ if issubclass(item, _SimpleCData) else None
    return b"".join(values) if code == "c" else "".join(values) if code == "u" else values


def _get_chars(self):
    return self._raw().partition(b"\0")[0]


def _set_chars(self, value):
    if not isinstance(value, bytes):
        raise TypeError(f"bytes expected instead of {type(value).__name__} instance")
    if len(value) > self._length_:
        raise ValueError("byte string too long")
    self._set_raw(value + b"\0" if len(value) < self._length_ else value)


def _set_raw_chars(self, value):
    data = bytes(memoryview(value))
    if len(data) > self._length_:
        raise ValueError("byte string too long")
    self._set_raw(data)


def _get_wide(self):
    return self._raw().decode("utf-32-le", "surrogatepass").partition("\0")[0]


def _set_wide(self, value):
    if not isinstance(value, str):
        raise TypeError(f"unicode string expected instead of {type(value).__name__} instance")
    if len(value) > self._length_:
        raise ValueError("string too long")
    text = value + "\0" if len(value) < self._length_ else value
    self._set_raw(text.encode("utf-32-le", "surrogatepass"))


def _refuse_deletion(self):
    raise TypeError("can't delete attribute")


_char_value = property(_get_chars, _set_chars, _refuse_deletion, "string value")
_raw_value = property(lambda self: self._raw(), _set_raw_chars, None, "value")
_wide_value = property(_get_wide, _set_wide, _refuse_deletion, "string value")
