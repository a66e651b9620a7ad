# ---- simple types

_SIZES = {c: _struct.calcsize(c) for c in "cbBhHiIlLqQfdP?"}
_SIZES.update({"g": 16, "z": 8, "Z": 8, "O": 8, "u": 4, "v": 2})
_INTEGERS = "bBhHiIlLqQ"
_FORMATS = {"z": "z", "Z": "Z", "O": "O", "u": "u", "P": "P", "g": "g"}


class _SimpleType(_CDataType):
    """The metaclass of simple types."""

    def __new__(meta, name, bases, namespace):
        cls = super().__new__(meta, name, bases, namespace)
        if bases == (_CData,):
            return cls
        code = getattr(cls, "_type_", None)
        if code is None:
            raise AttributeError("class must define a '_type_' attribute")
        if not isinstance(code, str):
            raise TypeError("class must define a '_type_' string attribute")
        if len(code) != 1:
            raise ValueError("class must define a '_type_' attribute which must be a string of length 1")
        if code not in _SIZES:
            raise AttributeError("class must define a '_type_' attribute which must be\na single character string "
                                 "containing one of 'cbBhHiIlLfuzZqQPXOv?g'.")
        cls._size_ = _SIZES[code]
        cls._align = cls._size_
        if code in "hHiIlLqQfd" and not namespace.get("_swapped") and "__ctype_be__" not in namespace and (
                bases == (_SimpleCData,)):
            swapped = super().__new__(meta, name, (_SimpleCData,), {"_type_": code, "_swapped": True})
            swapped._size_, swapped._align = cls._size_, cls._align
            cls.__ctype_le__, cls.__ctype_be__ = cls, swapped
            swapped.__ctype_le__, swapped.__ctype_be__ = cls, swapped
        return cls


class _SimpleCData(_CData, metaclass=_SimpleType):
    """XXX to be provided"""

    _swapped = False

    def __init__(self, value=None):
        if value is not None:
            self.value = value
        elif self._type_ == "O":
            self._block.kept[0] = _ABSENT

    @classmethod
    def _format_of(cls):
        return (">" if cls._swapped else "<") + cls._type_

    @classmethod
    def _get(cls, block, offset):
        code = cls._type_
        data = bytes(block.view[offset:offset + cls._size_])
        if code in _INTEGERS:
            return int.from_bytes(data, "big" if cls._swapped else "little", signed=code.islower())
        if code in "fd":
            return _struct.unpack((">" if cls._swapped else "<") + code, data)[0]
        if code == "g":
            return _struct.unpack("<d", data[:8])[0]
        if code == "c":
            return data
        if code == "?":
            return any(data)
        if code == "u":
            return chr(int.from_bytes(data, "little"))
        if code == "O":
            found = block.kept.get(offset, _ABSENT)
            if found is _ABSENT:
                raise ValueError("PyObject is NULL")
            return found
        address = int.from_bytes(data, "little")
        if not address:
            return None
        if code == "P":
            return address
        return _string_at(address, -1) if code == "z" else _wide_string_at(address, -1)

    @classmethod
    def _set(cls, block, offset, value):
        code, size = cls._type_, cls._size_
        if code in _INTEGERS:
            if not hasattr(value, "__index__"):
                raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
            number = value.__index__() & (1 << 8 * size) - 1
            data = number.to_bytes(size, "big" if cls._swapped else "little")
        elif code in "fdg":
            if not isinstance(value, (int, float)) and not hasattr(value, "__float__"):
                raise TypeError(f"must be real number, not {type(value).__name__}")
            data = _struct.pack((">" if cls._swapped else "<") + ("f" if code == "f" else "d"), float(value))
            data += bytes(size - len(data))
        elif code == "c":
            if isinstance(value, (bytes, bytearray)) and len(value) == 1:
                data = bytes(value)
            elif isinstance(value, int) and 0 <= value < 256:
                data = bytes([value])
            else:
                raise TypeError("one character bytes, bytearray or integer expected")
        elif code == "?":
            data = bytes([bool(value)])
        elif code == "u":
            if not isinstance(value, str):
                raise TypeError(f"a unicode character expected, not instance of {type(value).__name__}")
            if len(value) != 1:
                raise TypeError("one character unicode string expected")
            data = ord(value).to_bytes(4, "little")
        elif code == "O":
            block.kept[offset] = value
            data = (id(value) & (1 << 64) - 1).to_bytes(8, "little")
        else:
            data = cls._pointer_value(block, offset, value)
        block.view[offset:offset + size] = data

    @classmethod
    def _pointer_value(cls, block, offset, value):
        if value is None:
            return bytes(8)
        if isinstance(value, int):
            return (value & (1 << 64) - 1).to_bytes(8, "little")
        if cls._type_ == "z" and isinstance(value, bytes):
            target = _Block(len(value) + 1)
            target.bytes[:-1] = value
        elif cls._type_ == "Z" and isinstance(value, str):
            data = value.encode("utf-32-le", "surrogatepass") + bytes(4)
            target = _Block(len(data))
            target.bytes[:] = data
        else:
            wanted = {"z": "bytes or integer address", "Z": "unicode string or integer address"}
            raise TypeError(f"{wanted[cls._type_]} expected instead of {type(value).__name__} instance"
                            if cls._type_ != "P" else "cannot be converted to pointer")
        block.kept[offset] = target
        return _address_of(target).to_bytes(8, "little")

    @classmethod
    def _param(cls, value):
        if isinstance(value, cls):
            return value
        code = cls._type_
        if code == "O":
            made = cls()
            made.value = value
            return made
        if code in "zZP":
            plain = {"z": bytes, "Z": str, "P": (bytes, str)}[code]
            if value is None or isinstance(value, plain) or code == "P" and isinstance(value, int):
                if code == "P" and isinstance(value, bytes):
                    made = c_like("z")(value)
                elif code == "P" and isinstance(value, str):
                    made = c_like("Z")(value)
                else:
                    made = cls(value)
                return made
            if isinstance(value, (_Reference, _Pointer, Array, CFuncPtr)) or isinstance(value, _SimpleCData) and (
                    value._type_ in "zZP"):
                return value
        elif not isinstance(value, _CData):
            if not hasattr(value, "_as_parameter_"):
                return cls(value)
        if hasattr(value, "_as_parameter_"):
            return cls.from_param(value._as_parameter_)
        if code in "zZP":
            raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as ctypes.{cls.__name__}"
                            if code == "P" else "wrong type")
        raise TypeError("wrong type")

    @property
    def value(self):
        """current value"""
        return type(self)._get(self._block, self._offset)

    @value.setter
    def value(self, value):
        type(self)._set(self._block, self._offset, value)

    def __bool__(self):
        return any(self._raw())

    def __repr__(self):
        if type(self).__bases__ != (_SimpleCData,):
            return object.__repr__(self)
        return f"{type(self).__name__}({self.value!r})"

    def __ctypes_from_outparam__(self):
        return self.value if type(self).__bases__ == (_SimpleCData,) else self


_ABSENT = object()


def c_like(code):
    """The type of `ctypes` with this code."""
    import ctypes
    return {"z": ctypes.c_char_p, "Z": ctypes.c_wchar_p, "P": ctypes.c_void_p}[code]


def _string_at(address, size):
    block, offset = _found(address)
    end = len(block.view) if size < 0 else offset + size
    if end > len(block.view):
        raise ValueError("the memory ends before")
    data = bytes(block.view[offset:end])
    return data.partition(b"\0")[0] if size < 0 else data


def _wide_string_at(address, size):
    block, offset = _found(address)
    text = ""
    while size < 0 or len(text) < size:
        code = int.from_bytes(bytes(block.view[offset:offset + 4]), "little")
        if size < 0 and not code or offset >= len(block.view):
            return text
        text += chr(code)
        offset += 4
    return text


# ---- arrays

class _ArrayType(_CDataType):
    """The metaclass of arrays."""

    def __new__(meta, name, bases, namespace):
        cls = super().__new__(meta, name, bases, namespace)
        if bases == (_CData,):
            return cls
        length, item = getattr(cls, "_length_", None), getattr(cls, "_type_", None)
        if length is None:
            raise AttributeError("class must define a '_length_' attribute")
        if not isinstance(length, int):
            raise TypeError("The '_length_' attribute must be an integer")
        if length < 0:
            raise ValueError("The '_length_' attribute must not be negative")
        if item is None:
            raise AttributeError("class must define a '_type_' attribute")
        if not isinstance(item, _CDataType):
            raise TypeError("_type_ must have storage info")
        cls._size_, cls._align = item._size_of() * length, item._align
        if issubclass(item, _SimpleCData) and item._type_ in "cu":
            cls.value = _char_value if item._type_ == "c" else _wide_value
            if item._type_ == "c":
                cls.raw = _raw_value
        return cls


class Array(_CData, metaclass=_ArrayType):
    """Abstract base class for arrays."""

    def __init__(self, *values):
        if len(values) > self._length_:
            raise IndexError("invalid index")
        for i, value in enumerate(values):
            self[i] = value

    def __len__(self):
        return self._length_

    def _place(self, index):
        index = index.__index__()
        if index < 0:
            index += self._length_
        if not 0 <= index < self._length_:
            raise IndexError("invalid index")
        return self._offset + index * self._type_._size_of()

    def __getitem__(self, index):
        if isinstance(index, slice):
            items = [self[i] for i in range(*index.indices(self._length_))]
            code = self._type_._type_ if issubclass(self._type_, _SimpleCData) else None
            return b"".join(items) if code == "c" else "".join(items) if code == "u" else items
        if not hasattr(index, "__index__"):
            raise TypeError("indices must be integers")
        return _load(self._type_, self._block, self._place(index), self)

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
        _store(self._type_, self._block, self._place(index), value)

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


_char_value, _raw_value = property(_get_chars, _set_chars), property(lambda self: self._raw(), _set_raw_chars)
_wide_value = property(_get_wide, _set_wide)
