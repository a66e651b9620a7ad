# ---- classes

class _CDataType(type):
    """The metaclass of C data types. A class is `_ready` when `__init__` has said what its data look like."""

    def __mul__(cls, length):
        if not isinstance(length, int):
            raise TypeError(f"can't multiply sequence by non-int of type '{type(length).__name__}'")
        if length < 0:
            raise ValueError(f"Array length must be >= 0, not {length}")
        if cls._size_of() * length > 1 << 62:
            raise OverflowError("array too large")
        found = _array_types.get((cls, length))
        if found is None:
            found = _array_types[cls, length] = PyCArrayType(
                f"{cls.__name__}_Array_{length}", (Array,), {"_length_": length, "_type_": cls})
        return found

    __rmul__ = __mul__

    def from_buffer(cls, source, offset=0, /):
        """C.from_buffer(object, offset=0) -> C instance"""
        cls._check_ready()
        view = memoryview(source)
        if view.readonly:
            raise TypeError("underlying buffer is not writable")
        if not view.c_contiguous:
            raise TypeError("underlying buffer is not C contiguous")
        cls._check_room(offset, view.nbytes)
        if isinstance(source, _CData):
            block, place = source._block, source._offset + offset
        else:
            block, place = _Block(0, view.cast("B") if view.format != "B" or view.ndim != 1 else view), offset
        made = cls._at(block, place, None)
        made._keep(-1, view)
        return made

    def from_buffer_copy(cls, source, offset=0, /):
        """C.from_buffer_copy(object, offset=0) -> C instance"""
        cls._check_ready()
        data = bytes(memoryview(source))
        cls._check_room(offset, len(data))
        made = cls._empty()
        made._set_raw(data[offset:offset + cls._size_of()])
        return made

    def from_address(cls, address, /):
        """C.from_address(integer) -> C instance"""
        if not isinstance(address, int):
            raise TypeError("integer expected")
        cls._check_ready()
        block, offset = _found(address, cls._size_of())
        return cls._at(block, offset, None)

    def in_dll(cls, dll, name, /):
        """C.in_dll(dll, name) -> C instance"""
        raise ValueError(f"undefined symbol: {name}")

    def from_param(cls, value, /):
        """Convert a Python object into a function call parameter."""
        cls._check_ready()
        return cls._param(value)

    def _check_ready(cls):
        if cls._ready is not cls:
            raise TypeError("abstract class")

    def _check_new(cls):
        """Before `__init__` says what the data of a class look like, which happens once."""
        if getattr(cls, "_ready", None) is cls:
            raise SystemError(f"StgInfo of '{cls.__name__}' is already initialized.")

    def _set_layout(cls, size, align, count, format, pointers=False):
        """What all C data have; `count` is the number of parts that can refer to other objects."""
        for name, value in (("_size_", size), ("_align", align), ("_count", count), ("_format", format),
                            ("_pointers", pointers), ("_ready", cls)):
            type.__setattr__(cls, name, value)

    def _check_room(cls, offset, have):
        if offset < 0:
            raise ValueError("offset cannot be negative")
        if cls._size_of() > have - offset:
            raise ValueError(
                f"Buffer size too small ({have} instead of at least {cls._size_of() + offset} bytes)")

    def _at(cls, block, offset, base, index=0):
        """An instance on memory that there is already, part of `base` if that is given."""
        self = object.__new__(cls)
        self._block, self._offset, self._base, self._index = block, offset, base, index
        self._owns, self._kept, self._resized = False, None, False
        return self

    def _empty(cls):
        self = cls._at(_Block(cls._size_of()), 0, None)
        self._owns = True
        return self


_array_types = {}


class _CData(metaclass=_CDataType):
    """What all C data have: a place in memory."""

    __slots__ = ("_block", "_offset", "_base", "_index", "_owns", "_kept", "_resized")
    _size_, _align, _count, _format, _pointers, _ready = 0, 1, 0, None, False, None
    __hash__ = object.__hash__

    def __new__(cls, *args, **kw):
        cls._check_ready()
        return cls._empty()

    @classmethod
    def _size_of(cls):
        return cls._size_

    @classmethod
    def _format_of(cls):
        return cls._format

    @classmethod
    def _param(cls, value):
        if isinstance(value, cls):
            return value
        if isinstance(value, CArgObject):
            if isinstance(value._obj, cls):
                return value
            given = type(value._obj).__name__
            raise TypeError(f"expected {cls.__name__} instance instead of pointer to {given}")
        if hasattr(value, "_as_parameter_"):
            return cls.from_param(value._as_parameter_)
        raise TypeError(f"expected {cls.__name__} instance instead of {type(value).__name__}")

    @property
    def _b_base_(self):
        """the base object"""
        return self._base

    @property
    def _b_needsfree_(self):
        """whether the object owns the memory or not"""
        return int(self._owns)

    @property
    def _objects(self):
        """internal objects tree (NEVER CHANGE THIS OBJECT!)"""
        return self._kept

    def _root(self):
        """The object that has the memory and what is kept for it."""
        while self._base is not None:
            self = self._base
        if self._kept is None and self._count:
            self._kept = {}
        return self

    def _keep(self, index, value):
        """Keeps an object alive that the part with this index refers to."""
        if value is None:
            return
        root = self._root()
        if not isinstance(root._kept, dict):
            root._kept = value
            return
        key = f"{index & 0xffffffff:x}"
        while self._base is not None:
            key += f":{self._index:x}"
            self = self._base
        root._kept[key] = value

    def _raw(self):
        return bytes(self._block.view[self._offset:self._offset + type(self)._size_of()])

    def _set_raw(self, data, at=0):
        start = self._offset + at
        self._block.view[start:start + len(data)] = data

    def __buffer__(self, flags):
        shape, item = _shape_of(type(self))
        data = memoryview(self._block.view)[self._offset:self._offset + sizeof(self)]
        if self._resized:
            return data
        return _core.shaped_view(data, item._format_of() or "B", item._size_of(), shape)

    def __reduce__(self):
        if self._pointers:
            raise ValueError("ctypes objects containing pointers cannot be pickled")
        return _unpickle, (type(self), (getattr(self, "__dict__", {}), self._raw()))

    def __setstate__(self, attributes, data, /):
        if not isinstance(self.__dict__, dict):
            raise TypeError(f"{type(self).__name__}.__dict__ must be a dictionary, not {type(self.__dict__).__name__}")
        self._set_raw(data[:type(self)._size_of()])
        self.__dict__.update(attributes)

    def __ctypes_from_outparam__(self):
        return self


def _unpickle(cls, state, /):
    self = cls.__new__(cls)
    self.__setstate__(*state)
    return self


def _is_plain(cls):
    """Whether values of a type are read as plain values of Python: those of the simple types themselves."""
    return cls.__base__ is _SimpleCData


def _load(cls, block, offset, owner, index):
    """The value of a part: a plain value, or an object on the same memory."""
    if _is_plain(cls):
        return cls._get(block, offset)
    return cls._at(block, offset, owner, index)


def _store(owner, cls, block, offset, value, index):
    """Assigns to a part."""
    owner._keep(index, _write(cls, block, offset, value))


def _write(cls, block, offset, value):
    """Puts a value into memory; returns what has to be kept for it."""
    if isinstance(value, cls):
        data = value._raw()
        block.view[offset:offset + len(data)] = data
        _keep_targets(block, offset, value)
        return value._root()._kept
    if not isinstance(value, _CData):
        if issubclass(cls, _SimpleCData):
            return cls._set(block, offset, value)
        if isinstance(value, tuple):
            try:
                made = cls(*value)
            except Exception as e:
                raise RuntimeError(f"({cls.__name__}) {type(e).__name__}: {e}") from None
            return _write(cls, block, offset, made)
        if issubclass(cls, _Pointer) and value is None:
            block.view[offset:offset + 8] = bytes(8)
            return None
        raise TypeError(f"expected {cls.__name__} instance, got {type(value).__name__}")
    if issubclass(cls, _Pointer) and isinstance(value, Array):
        if value._type_ is not cls._type_:
            raise TypeError(
                f"incompatible types, {type(value).__name__} instance instead of {cls.__name__} instance")
        block.view[offset:offset + 8] = _address_of(value._block, value._offset).to_bytes(8, "little")
        _keep_targets(block, offset, value)
        return value._root()._kept, value
    raise TypeError(f"incompatible types, {type(value).__name__} instance instead of {cls.__name__} instance")


def _keep_targets(block, offset, value):
    """Keeps the memory that pointers in `value` refer to."""
    kept = value._block.kept
    if isinstance(value, (_Pointer, Array)) or kept:
        block.kept[offset] = (value._block, dict(kept))
