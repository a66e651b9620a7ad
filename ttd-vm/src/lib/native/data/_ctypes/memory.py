"""C data types for Python: the data types only. Memory is the program's own; no foreign library can be loaded."""

import struct as _struct

import _core

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
    for array in _arrays_at(address, size):
        block = _Block(0, memoryview(array).cast("B"))
        return block, address - array.buffer_info()[0]
    raise ValueError(f"the address {address:#x} is not in memory that ctypes of ttd-py gave out")


def _arrays_at(address, size):
    """The array of the module `array`, which tells the address of its items, that has this one."""
    import gc
    kind = _core.array_class()
    for found in gc.get_objects():
        if isinstance(found, kind) and 0 <= address - found.buffer_info()[0] <= len(found) * found.itemsize - size:
            yield found


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


class CArgObject:
    """An argument as `byref` and `from_param` make it: a pointer to an object, or the value of a simple type."""

    __slots__ = ("_tag", "_obj", "_by", "_made")

    def __init__(self, tag, obj, by=0, made=None):
        self._tag, self._obj, self._by, self._made = tag, obj, by, made

    def __repr__(self):
        if self._made is None:
            return f"<cparam 'P' ({addressof(self._obj) + self._by:#x})>"
        if self._tag in "bBhHiIlLqQ":
            return f"<cparam '{self._tag}' ({self._made.value})>"
        if self._tag in "fd":
            return f"<cparam '{self._tag}' ({self._made.value!r})>"
        if self._tag == "c":
            return f"<cparam 'c' ({repr(self._made.value)[1:]})>"
        if self._tag in "zZP":
            return f"<cparam '{self._tag}' ({int.from_bytes(self._made._raw(), 'little'):#x})>"
        return f"<cparam '{self._tag}' at {id(self):#x}>"


def byref(obj, offset=0, /):
    """Return a pointer lookalike to a C instance, only usable as function argument."""
    if not isinstance(obj, _CData):
        raise TypeError(f"byref() argument must be a ctypes instance, not '{type(obj).__name__}'")
    return CArgObject("P", obj, offset)


def resize(obj, size, /):
    """Resizes the memory of a C instance that owns it."""
    if not isinstance(obj, _CData):
        raise TypeError("excepted ctypes instance")
    if size < type(obj)._size_of():
        raise ValueError(f"minimum size is {type(obj)._size_of()}")
    if not obj._owns:
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
    shape, item = _shape_of(cls)
    return item._format_of(), len(shape), shape


def _shape_of(cls):
    """The lengths of an array in all dimensions, and what its items are in the end."""
    shape = []
    while issubclass(cls, Array):
        shape.append(cls._length_)
        cls = cls._type_
    return tuple(shape), cls


