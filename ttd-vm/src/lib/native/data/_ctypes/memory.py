"""C data types for Python: the data types only. Memory is the program's own; no foreign library can be loaded."""

import struct as _struct

__version__ = "1.1.0"
RTLD_LOCAL, RTLD_GLOBAL = 0, 256
FUNCFLAG_CDECL, FUNCFLAG_PYTHONAPI, FUNCFLAG_USE_ERRNO, FUNCFLAG_USE_LASTERROR = 1, 4, 8, 16
SIZEOF_TIME_T = 8
CTYPES_MAX_ARGCOUNT = 1024
_FREE_MEMORY = 0x5A0000000000
_memmove_addr, _memset_addr, _string_at_addr, _cast_addr, _wstring_at_addr, _memoryview_at_addr = range(1, 7)


class ArgumentError(Exception):
    pass


# ---- memory: blocks of bytes at addresses that are given out one after another

class _Block:
    """A block of memory. `kept` holds the objects that pointers in it refer to, by offset."""

    def __init__(self, size, data=None):
        self.bytes = bytearray(size) if data is None else data
        self.view = memoryview(self.bytes).cast("B") if data is not None else self.bytes
        self.kept = {}
        self.address = 0
        self.source = None


_blocks = {}
_starts = []
_next_address = _FREE_MEMORY


def _address_of(block, offset=0):
    """The address of a place in a block, which from now on can be found by it."""
    global _next_address
    if not block.address:
        import weakref
        block.address = _next_address
        _next_address += (len(block.view) + 47) // 16 * 16
        _blocks[block.address] = weakref.ref(block)
        _starts.append(block.address)
        if len(_starts) % 4096 == 0:
            for start in [start for start in _starts if _blocks[start]() is None]:
                del _blocks[start]
            _starts[:] = sorted(_blocks)
    return block.address + offset


def _found(address, size=0):
    """The block and offset of an address."""
    if not address:
        raise ValueError("NULL pointer access")
    low, high = 0, len(_starts)
    while low < high:
        middle = (low + high) // 2
        if _starts[middle] <= address:
            low = middle + 1
        else:
            high = middle
    if low:
        block = _blocks[_starts[low - 1]]()
        if block is not None and 0 <= address - block.address <= len(block.view) - size:
            return block, address - block.address
    raise ValueError(f"the address {address:#x} is not in memory that ctypes of ttd-py gave out")


# ---- functions on types and objects

def sizeof(obj_or_type, /):
    """Return the size in bytes of a C instance."""
    if isinstance(obj_or_type, type) and hasattr(obj_or_type, "_size_"):
        return obj_or_type._size_of()
    if isinstance(obj_or_type, _CData):
        block = obj_or_type._block
        return len(block.view) if obj_or_type._resized else type(obj_or_type)._size_of()
    raise TypeError("this type has no size")


def alignment(obj_or_type, /):
    """Return the alignment requirements of a C instance."""
    cls = obj_or_type if isinstance(obj_or_type, type) else type(obj_or_type)
    if hasattr(cls, "_size_"):
        cls._size_of()
        return cls._align
    raise TypeError("no alignment info")


def addressof(obj, /):
    """Return the address of the C instance internal buffer."""
    if not isinstance(obj, _CData):
        raise TypeError("invalid type")
    return _address_of(obj._block, obj._offset)


class _Reference:
    """What `byref` makes: a pointer to pass to a function."""

    def __init__(self, obj, offset):
        self._obj, self._by = obj, offset

    def __repr__(self):
        return f"<cparam 'P' ({addressof(self._obj) + self._by:#x})>"


_Reference.__name__ = _Reference.__qualname__ = "CArgObject"


def byref(obj, offset=0, /):
    """Return a pointer lookalike to a C instance, only usable as function argument."""
    if not isinstance(obj, _CData):
        raise TypeError(f"byref() argument must be a ctypes instance, not '{type(obj).__name__}'")
    return _Reference(obj, offset)


def resize(obj, size, /):
    """Resizes the memory of a C instance that owns it."""
    if not isinstance(obj, _CData):
        raise TypeError("excepted ctypes instance")
    if size < type(obj)._size_of():
        raise ValueError(f"minimum size is {type(obj)._size_of()}")
    if obj._base is not None or obj._block.source is not None:
        raise ValueError("Memory cannot be resized because this object doesn't own it")
    block = obj._block
    more = size - len(block.bytes)
    block.bytes.extend(bytes(more)) if more > 0 else block.bytes.__delitem__(slice(size, None))
    obj._resized = True


_errno = 0


def get_errno():
    return _errno


def set_errno(value, /):
    global _errno
    before, _errno = _errno, value
    return before


def dlopen(name, flag=RTLD_LOCAL, /):
    """There is no foreign code in this interpreter: only the handle of the program itself, which has no symbols."""
    if name is None:
        return 0
    raise OSError(f"{name}: loading a shared library is not supported by ttd-py yet")


def dlclose(handle, /):
    return 0


def dlsym(handle, name, /):
    raise OSError(f"undefined symbol: {name}")


def buffer_info(cls, /):
    """Return the format, the number of dimensions and the shape of a type's buffer."""
    shape = []
    while issubclass(cls, Array):
        shape.append(cls._length_)
        cls = cls._type_
    return cls._format_of(), len(shape), tuple(shape)


# ---- classes

class _CDataType(type):
    """The metaclass of C data types."""

    def __mul__(cls, length):
        if not isinstance(length, int):
            raise TypeError(f"can't multiply sequence by non-int of type '{type(length).__name__}'")
        if length < 0:
            raise ValueError(f"Array length must be >= 0, not {length}")
        if cls._size_of() * length > 1 << 62:
            raise OverflowError("array too large")
        found = _array_types.get((cls, length))
        if found is None:
            found = _array_types[cls, length] = _ArrayType(
                f"{cls.__name__}_Array_{length}", (Array,), {"_length_": length, "_type_": cls})
        return found

    __rmul__ = __mul__

    def from_buffer(cls, source, offset=0, /):
        """C.from_buffer(object, offset=0) -> C instance"""
        view = memoryview(source._block.view if isinstance(source, _CData) else source)
        if view.readonly:
            raise TypeError("underlying buffer is not writable")
        view = view.cast("B") if view.format != "B" or view.ndim != 1 else view
        cls._check_room(offset, len(view))
        block = source._block if isinstance(source, _CData) else _Block(0, view)
        block.source = source
        return cls._at(block, offset + (source._offset if isinstance(source, _CData) else 0), source)

    def from_buffer_copy(cls, source, offset=0, /):
        """C.from_buffer_copy(object, offset=0) -> C instance"""
        data = bytes(source)
        cls._check_room(offset, len(data))
        block = _Block(cls._size_of())
        block.bytes[:] = data[offset:offset + len(block.bytes)]
        return cls._at(block, 0, None)

    def from_address(cls, address, /):
        """C.from_address(integer) -> C instance"""
        block, offset = _found(address, cls._size_of())
        return cls._at(block, offset, block)

    def in_dll(cls, dll, name, /):
        """C.in_dll(dll, name) -> C instance"""
        raise ValueError(f"undefined symbol: {name}")

    def from_param(cls, value, /):
        """Convert a Python object into a function call parameter."""
        return cls._param(value)

    def _check_room(cls, offset, have):
        if offset < 0:
            raise ValueError("offset cannot be negative")
        if cls._size_of() > have - offset:
            raise ValueError(
                f"Buffer size too small ({have} instead of at least {cls._size_of() + offset} bytes)")

    def _at(cls, block, offset, base):
        self = cls.__new__(cls)
        self._block, self._offset, self._base = block, offset, base
        return self


_array_types = {}


class _CData(metaclass=_CDataType):
    """What all C data have: a place in memory."""

    _size_, _align, _resized = 0, 1, False
    _block = _offset = _base = None

    def __new__(cls, *args, **kw):
        self = object.__new__(cls)
        self._block, self._offset, self._base = _Block(cls._size_of()), 0, None
        return self

    @classmethod
    def _size_of(cls):
        return cls._size_

    @classmethod
    def _format_of(cls):
        return None

    @classmethod
    def _param(cls, value):
        if isinstance(value, cls):
            return value
        if hasattr(value, "_as_parameter_"):
            return cls.from_param(value._as_parameter_)
        raise TypeError(f"expected {cls.__name__} instance instead of {type(value).__name__}")

    @property
    def _b_base_(self):
        return self._base if isinstance(self._base, _CData) else None

    @property
    def _b_needsfree_(self):
        return int(self._base is None)

    @property
    def _objects(self):
        return self._block.kept or None

    def _raw(self):
        return bytes(self._block.view[self._offset:self._offset + type(self)._size_of()])

    def _set_raw(self, data, at=0):
        start = self._offset + at
        self._block.view[start:start + len(data)] = data

    def __buffer__(self, flags):
        size = sizeof(self)
        view = memoryview(self._block.bytes) if self._block.source is None else memoryview(self._block.view)
        return view.cast("B")[self._offset:self._offset + size]

    def __reduce__(self):
        return _unpickle, (type(self), ({}, self._raw()))

    def __setstate__(self, state):
        self._set_raw(state[1])

    def __ctypes_from_outparam__(self):
        return self


def _unpickle(cls, state):
    self = cls.__new__(cls)
    self._set_raw(state[1])
    return self


def _load(cls, block, offset, owner):
    """The value of a field or item: a plain value for the simple types themselves, else an object on the same memory."""
    if cls.__bases__ == (_SimpleCData,):
        return cls._get(block, offset)
    found = cls._at(block, offset, owner)
    return found.value if _holds_text(cls) and not isinstance(owner, Array) else found


def _holds_text(cls):
    return issubclass(cls, Array) and issubclass(cls._type_, _SimpleCData) and cls._type_._type_ in ("c", "u")


def _store(cls, block, offset, value):
    """Assigns to a field or item."""
    if issubclass(cls, _SimpleCData):
        if isinstance(value, cls):
            block.view[offset:offset + cls._size_] = value._raw()
            _keep(block, offset, value)
            return
        cls._set(block, offset, value)
        return
    if isinstance(value, cls):
        data = value._raw()
        block.view[offset:offset + len(data)] = data
        _keep(block, offset, value)
        return
    if issubclass(cls, _Pointer):
        if value is None:
            block.view[offset:offset + 8] = bytes(8)
            return
        if isinstance(value, Array) and value._type_ is cls._type_:
            block.view[offset:offset + 8] = _address_of(value._block, value._offset).to_bytes(8, "little")
            _keep(block, offset, value)
            return
    elif _holds_text(cls):
        wanted = bytes if cls._type_._type_ == "c" else str
        if not isinstance(value, wanted):
            what = "bytes" if wanted is bytes else "unicode string"
            raise TypeError(f"expected {what}, {type(value).__name__} found" if wanted is bytes else
                            f"unicode string expected instead of {type(value).__name__} instance")
        if len(value) > cls._length_:
            raise ValueError(f"{'bytes' if wanted is bytes else 'string'} too long ({len(value)}, maximum length "
                             f"{cls._length_})")
        cls._at(block, offset, None).value = value
        return
    if isinstance(value, tuple) and issubclass(cls, (Array, Structure, Union)):
        try:
            made = cls(*value)
        except Exception as e:
            raise RuntimeError(f"({cls.__name__}) {type(e).__name__}: {e}") from None
        return _store(cls, block, offset, made)
    raise TypeError(f"incompatible types, {type(value).__name__} instance instead of {cls.__name__} instance")


def _keep(block, offset, value):
    """Keeps alive what pointers in `value` refer to."""
    kept = value._block.kept
    if isinstance(value, (_Pointer, Array)) or kept:
        block.kept[offset] = (value._block, dict(kept)) if kept or isinstance(value, (_Pointer, Array)) else value
