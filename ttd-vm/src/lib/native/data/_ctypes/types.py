# ---- simple types

_SIZES = {c: _struct.calcsize(c) for c in "cbBhHiIlLqQfdP?"}
_SIZES.update({"g": 16, "z": 8, "Z": 8, "O": 8, "u": 4, "v": 2})
_INTEGERS = "bBhHiIlLqQ"


class PyCSimpleType(_CDataType):
    """metatype for the PyCSimpleType Objects"""

    def __init__(cls, name, bases, namespace, /):
        cls._check_new()
        if bases == (_CData,):
            return
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
        cls._set_simple(">" if getattr(cls, "_swapped", False) else "<")
        if type(cls) is PyCSimpleType and code in "hHiIlLqQfd":
            copied = {key: value for key, value in namespace.items() if key != "__classcell__"}
            other = type.__new__(PyCSimpleType, name + "_be", bases, copied)
            type.__setattr__(other, "_swapped", True)
            other._set_simple(">")
            for made in (cls, other):
                type.__setattr__(made, "__ctype_le__", cls)
                type.__setattr__(made, "__ctype_be__", other)

    def _set_simple(cls, order):
        size, code = _SIZES[cls._type_], cls._type_
        # Formats of views say how long an item is on any machine.
        shown = {"l": "q", "L": "Q"}.get(code, code)
        cls._set_layout(size, size, 0, order + shown, code in "zZPO")


class _SimpleCData(_CData, metaclass=PyCSimpleType):
    """XXX to be provided"""

    __slots__ = ()
    _swapped = False

    def __init__(self, *value):
        if len(value) > 1:
            raise TypeError(f"{type(self).__name__} expected at most 1 argument, got {len(value)}")
        if value:
            self.value = value[0]

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
        if code in "?v":
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
        """Writes a plain value; returns what has to be kept for it."""
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
        elif code == "v":
            data = b"\xff\xff" if value else bytes(2)
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
        return value if code == "O" or code in "zZ" and not isinstance(value, int) else None

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
        if code in "zZP":
            made = cls._pointer_param(value)
            if made is not _ABSENT:
                return made
        else:
            try:
                return cls._argument(code, value)
            except (TypeError, OverflowError, ValueError):
                if not hasattr(value, "_as_parameter_"):
                    raise
        if hasattr(value, "_as_parameter_"):
            return cls.from_param(value._as_parameter_)
        if code == "P":
            raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as ctypes.c_void_p")
        raise TypeError("wrong type")

    @classmethod
    def _argument(cls, code, value):
        made = cls._empty()
        return CArgObject(code, cls._set(made._block, 0, value), 0, made)

    @classmethod
    def _pointer_param(cls, value):
        """An argument for a pointer of no type: None, plain values, and what has an address; else _ABSENT."""
        if value is None:
            return None
        code = cls._type_
        plain = {"z": bytes, "Z": str, "P": int}[code]
        if isinstance(value, plain):
            return cls._argument(code, value)
        if code == "P" and isinstance(value, (bytes, str)):
            return _text_argument("z" if isinstance(value, bytes) else "Z", value)
        if code == "P":
            takes = isinstance(value, (CArgObject, Array, _Pointer, CFuncPtr)) or (
                isinstance(value, _SimpleCData) and value._type_ in "zZ")
        else:
            kind = "c" if code == "z" else "u"
            takes = isinstance(value, (Array, _Pointer)) and (
                issubclass(value._type_, _SimpleCData) and value._type_._type_ == kind)
            if isinstance(value, CArgObject):
                takes = value._tag == code or isinstance(value._obj, _SimpleCData) and value._obj._type_ == kind
        return value if takes else _ABSENT

    @property
    def value(self):
        """current value"""
        return type(self)._get(self._block, self._offset)

    @value.setter
    def value(self, value):
        self._keep(0, type(self)._set(self._block, self._offset, value))

    @value.deleter
    def value(self):
        raise TypeError("can't delete attribute")

    def __bool__(self):
        return any(self._raw())

    def __repr__(self):
        if not _is_plain(type(self)):
            return f"<{type(self).__name__} object at {id(self):#x}>"
        return f"{type(self).__name__}({self.value!r})"

    def __ctypes_from_outparam__(self):
        return self.value if _is_plain(type(self)) else self


_ABSENT = object()


def _text_argument(code, value):
    """What `c_void_p.from_param` makes of text."""
    import ctypes
    return (ctypes.c_char_p if code == "z" else ctypes.c_wchar_p)._argument(code, value)


def _string_at(address, size):
    if size < -1:
        raise SystemError("Negative size passed to PyBytes_FromStringAndSize")
    block, offset = _found(address)
    end = len(block.view) if size < 0 else offset + size
    if end > len(block.view):
        raise ValueError("the memory ends before")
    data = bytes(block.view[offset:end])
    return data.partition(b"\0")[0] if size < 0 else data


def _wide_string_at(address, size):
    if size < -1:
        raise SystemError("Negative size passed to PyUnicode_New")
    block, offset = _found(address)
    text = ""
    while size < 0 or len(text) < size:
        code = int.from_bytes(bytes(block.view[offset:offset + 4]), "little")
        if size < 0 and not code or offset >= len(block.view):
            return text
        text += chr(code)
        offset += 4
    return text
