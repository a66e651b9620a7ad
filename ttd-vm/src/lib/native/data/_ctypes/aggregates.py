# ---- structures and unions

class CField:
    """Structure/Union member"""

    def __init__(self, *, name, type, byte_size, byte_offset, index, _internal_use, bit_size=None, bit_offset=None):
        self.name, self.type, self.byte_size, self.byte_offset, self.index = name, type, byte_size, byte_offset, index
        self._bits, self._shift = bit_size, bit_offset

    is_bitfield = property(lambda self: self._bits is not None)
    is_anonymous = property(lambda self: False)
    offset = property(lambda self: self.byte_offset)
    bit_size = property(lambda self: self.byte_size * 8 if self._bits is None else self._bits)
    bit_offset = property(lambda self: self._shift or 0)
    size = property(lambda self: self.byte_size if self._bits is None else self._bits << 16 | self._shift)

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        place = instance._offset + self.byte_offset
        if self._bits is None:
            return _load(self.type, instance._block, place, instance)
        number = self._word(instance, place) >> self._shift & (1 << self._bits) - 1
        if self.type._type_ == "?":
            return bool(number)
        if self.type._type_.islower() and number >> self._bits - 1:
            number -= 1 << self._bits
        return number

    def __set__(self, instance, value):
        place = instance._offset + self.byte_offset
        if self._bits is None:
            return _store(self.type, instance._block, place, value)
        if isinstance(value, self.type):
            value = value.value
        if not hasattr(value, "__index__"):
            raise TypeError(f"int expected instead of {type(value).__name__} instance")
        mask = (1 << self._bits) - 1
        word = self._word(instance, place) & ~(mask << self._shift) | (value.__index__() & mask) << self._shift
        order = "big" if self.type._swapped else "little"
        instance._block.view[place:place + self.byte_size] = word.to_bytes(self.byte_size, order)

    def __delete__(self, instance):
        raise TypeError("can't delete attribute")

    def _word(self, instance, place):
        data = bytes(instance._block.view[place:place + self.byte_size])
        return int.from_bytes(data, "big" if self.type._swapped else "little")

    def __repr__(self):
        if self.is_bitfield:
            return f"<Field type={self.type.__name__}, ofs={self.byte_offset}:{self._shift}, bits={self._bits}>"
        return f"<Field type={self.type.__name__}, ofs={self.byte_offset}, size={self.byte_size}>"


class _AggregateType(_CDataType):
    """The metaclass of structures and unions."""

    def __new__(meta, name, bases, namespace):
        cls = super().__new__(meta, name, bases, namespace)
        if "_abstract_" in namespace:
            del cls._abstract_
            return cls
        cls._final = False
        if "_fields_" in namespace:
            cls._fields_ = namespace["_fields_"]
        return cls

    def __setattr__(cls, name, value):
        super().__setattr__(name, value)
        if name == "_fields_":
            _lay_out(cls, value)


def _lay_out(cls, fields):
    if cls.__dict__.get("_final"):
        raise AttributeError("_fields_ is final")
    if not isinstance(fields, (list, tuple)):
        raise TypeError("_fields_ must be a sequence of pairs")
    for field in fields:
        if not isinstance(field, tuple) or len(field) not in (2, 3):
            raise TypeError("_fields_ must be a sequence of (name, C type) pairs")
        if not isinstance(field[0], str):
            raise TypeError("_fields_ must be a sequence of (name, C type) pairs")
        if not isinstance(field[1], _CDataType):
            raise TypeError("second item in _fields_ tuple (index 0) must be a C type".replace(
                "index 0", f"index {list(fields).index(field)}"))
        if len(field) == 3 and not (issubclass(field[1], _SimpleCData) and field[1]._type_ in _INTEGERS + "?"):
            raise TypeError(f"bit fields not allowed for type {field[1].__name__}")
    from ctypes._layout import get_layout
    base = next((b for b in cls.__bases__ if isinstance(b, _AggregateType) and b._own_fields()), None)
    for field in fields:
        if isinstance(field[1], _AggregateType):
            field[1]._final = True
    if base is not None:
        base._final = True
    layout = get_layout(cls, fields, issubclass(cls, Structure), base)
    anonymous = cls.__dict__.get("_anonymous_", ())
    for field in layout.fields:
        type.__setattr__(cls, field.name, field)
    for name in anonymous:
        outer = cls.__dict__.get(name)
        if outer is None:
            raise AttributeError(name)
        if not isinstance(outer.type, _AggregateType):
            raise AttributeError(f"{name!r} is specified in _anonymous_ but not in _fields_")
        for inner in outer.type._own_fields():
            known = getattr(outer.type, inner)
            type.__setattr__(cls, inner, CField(
                name=inner, type=known.type, byte_size=known.byte_size, byte_offset=known.byte_offset + outer.byte_offset,
                index=known.index, bit_size=known._bits, bit_offset=known._shift, _internal_use=True))
    cls._size_, cls._align, cls._layout = layout.size, layout.align, layout.format_spec
    cls._final = True


class _Aggregate(_CData, metaclass=_AggregateType):
    _abstract_ = True

    @classmethod
    def _own_fields(cls):
        """The names of all fields, those of base classes first."""
        names = []
        for base in reversed(cls.__mro__):
            names.extend(field[0] for field in base.__dict__.get("_fields_", ()))
        return names

    @classmethod
    def _size_of(cls):
        cls._final = True
        return cls._size_

    @classmethod
    def _format_of(cls):
        return getattr(cls, "_layout", "B")

    def __new__(cls, *args, **kw):
        if cls in (Structure, Union):
            raise TypeError("abstract class")
        return super().__new__(cls)

    def __init__(self, *args, **kw):
        names = self._own_fields()
        if len(args) > len(names):
            raise TypeError("too many initializers")
        for name, value in zip(names, args):
            if name in kw:
                raise TypeError(f"duplicate values for field {name!r}")
            setattr(self, name, value)
        for name, value in kw.items():
            setattr(self, name, value)

    @classmethod
    def _param(cls, value):
        if isinstance(value, tuple):
            return cls(*value)
        return super()._param(value)


class Structure(_Aggregate):
    """Structure base class"""
    _abstract_ = True


class Union(_Aggregate):
    """Union base class"""
    _abstract_ = True


# ---- pointers

class _PointerType(_CDataType):
    """The metaclass of pointers."""

    def __new__(meta, name, bases, namespace):
        cls = super().__new__(meta, name, bases, namespace)
        cls._size_ = cls._align = 8
        target = namespace.get("_type_")
        if target is not None:
            cls.set_type(target)
        return cls

    def set_type(cls, target):
        if not isinstance(target, _CDataType):
            raise TypeError("_type_ must have storage info")
        type.__setattr__(cls, "_type_", target)
        if "__pointer_type__" not in target.__dict__:
            target.__pointer_type__ = cls


class _Pointer(_CData, metaclass=_PointerType):
    """XXX to be provided"""

    def __new__(cls, *args):
        if getattr(cls, "_type_", None) is None:
            raise TypeError("Cannot create instance: has no _type_")
        return super().__new__(cls)

    def __init__(self, target=None):
        if target is not None:
            self.contents = target

    @classmethod
    def _format_of(cls):
        return "&" + (cls._type_._format_of() or "B")

    def _target(self):
        return int.from_bytes(self._raw(), "little")

    @property
    def contents(self):
        """the object this pointer points to (read-write)"""
        block, offset = _found(self._target(), self._type_._size_of())
        return self._type_._at(block, offset, block)

    @contents.setter
    def contents(self, value):
        if not isinstance(value, self._type_):
            raise TypeError(f"expected {self._type_.__name__} instead of {type(value).__name__}")
        self._set_raw(_address_of(value._block, value._offset).to_bytes(8, "little"))
        self._block.kept[self._offset] = (value._block, value)

    def __bool__(self):
        return self._target() != 0

    def _place(self, index):
        return _found(self._target() + index.__index__() * self._type_._size_of(), self._type_._size_of())

    def __getitem__(self, index):
        if isinstance(index, slice):
            if index.stop is None:
                raise ValueError("slice stop is required")
            step = 1 if index.step is None else index.step
            if index.start is None and step < 0:
                raise ValueError("slice start is required for step < 0")
            items = [self[i] for i in range(index.start or 0, index.stop, step)]
            code = self._type_._type_ if issubclass(self._type_, _SimpleCData) else None
            return b"".join(items) if code == "c" else "".join(items) if code == "u" else items
        if not hasattr(index, "__index__"):
            raise TypeError("Pointer indices must be integer")
        block, offset = self._place(index)
        return _load(self._type_, block, offset, block)

    def __setitem__(self, index, value):
        block, offset = self._place(index)
        _store(self._type_, block, offset, value)

    @classmethod
    def _param(cls, value):
        if value is None or isinstance(value, cls):
            return cls() if value is None else value
        if isinstance(value, cls._type_):
            return byref(value)
        if isinstance(value, _Reference) and isinstance(value._obj, cls._type_):
            return value
        if isinstance(value, (_Pointer, Array)) and issubclass(value._type_, cls._type_):
            return value
        return super()._param(value)


# ---- functions

class _FunctionType(_CDataType):
    """The metaclass of function pointers."""

    def __new__(meta, name, bases, namespace):
        cls = super().__new__(meta, name, bases, namespace)
        cls._size_ = cls._align = 8
        if bases != (_CData,) and "_flags_" not in namespace and not hasattr(cls, "_flags_"):
            raise TypeError("class must define _flags_ which must be an integer")
        return cls


class CFuncPtr(_CData, metaclass=_FunctionType):
    """Function Pointer"""

    _argtypes_, _restype_, _flags_ = None, None, FUNCFLAG_CDECL

    def __init__(self, target=None, *rest):
        self.argtypes, self.restype, self.errcheck = type(self)._argtypes_, type(self)._restype_, None
        self._function = None
        if isinstance(target, tuple):
            name, library = target[:2]
            raise AttributeError(f"function {name!r} not found: loading a shared library is not supported by ttd-py yet")
        if isinstance(target, int):
            self._function = _FUNCTIONS.get(target)
            self._set_raw(target.to_bytes(8, "little"))
        elif callable(target):
            self._function = target
            self._block.kept[0] = target
            self._set_raw(_address_of(_Block(16)).to_bytes(8, "little"))
            _callables[int.from_bytes(self._raw(), "little")] = target
        elif target is not None:
            raise TypeError("argument must be callable or integer function address")

    @classmethod
    def _format_of(cls):
        return "X{}"

    def __bool__(self):
        return any(self._raw())

    def __call__(self, *args):
        function = self._function or _callables.get(int.from_bytes(self._raw(), "little"))
        if function is None:
            raise NotImplementedError("calling a foreign function is not supported by ttd-py yet")
        if self.argtypes is not None:
            if len(args) < len(self.argtypes):
                raise TypeError(f"this function takes at least {len(self.argtypes)} argument"
                                f"{'' if len(self.argtypes) == 1 else 's'} ({len(args)} given)")
            converted = []
            for i, (cls, value) in enumerate(zip(self.argtypes, args)):
                try:
                    made = cls.from_param(value)
                except Exception as e:
                    raise ArgumentError(f"argument {i + 1}: {type(e).__name__}: {e}") from None
                if cls.__bases__ == (_SimpleCData,) and isinstance(made, cls) and function not in _FUNCTIONS.values():
                    made = made.value
                elif isinstance(made, _Reference) and isinstance(cls, _PointerType):
                    made = cls(made._obj)
                converted.append(made)
            args = (*converted, *args[len(self.argtypes):])
        result = function(*args)
        restype = self.restype
        if isinstance(restype, _CDataType) and result is not None and function not in _FUNCTIONS.values():
            made = result if isinstance(result, restype) else restype(result)
            result = made.value if restype.__bases__ == (_SimpleCData,) else made
        if self.errcheck is not None:
            return self.errcheck(result, self, args)
        return result


_callables = {}


def _place_of(value):
    """The block and offset that a pointer argument names."""
    if isinstance(value, _Reference):
        return value._obj._block, value._obj._offset + value._by
    if isinstance(value, _SimpleCData) and value._type_ == "P" or isinstance(value, (_Pointer, CFuncPtr)) or (
            isinstance(value, _SimpleCData) and value._type_ in "zZ"):
        return _found(int.from_bytes(value._raw(), "little"))
    if isinstance(value, _CData):
        return value._block, value._offset
    return _found(value)


def _number(value):
    return value.value if isinstance(value, _SimpleCData) else value


def _memmove(target, source, count):
    count = _number(count)
    to, at = _place_of(target)
    origin, start = _place_of(source)
    if at + count > len(to.view) or start + count > len(origin.view):
        raise ValueError("memmove beyond the memory that ctypes of ttd-py gave out")
    to.view[at:at + count] = bytes(origin.view[start:start + count])
    return _address_of(to, at)


def _memset(target, byte, count):
    count = _number(count)
    block, at = _place_of(target)
    if at + count > len(block.view):
        raise ValueError("memset beyond the memory that ctypes of ttd-py gave out")
    block.view[at:at + count] = bytes([_number(byte) & 255]) * count
    return _address_of(block, at)


def _cast(value, original, cls):
    original, cls = _number(original), _number(cls)
    if not (isinstance(cls, type) and (issubclass(cls, (_Pointer, CFuncPtr)) or issubclass(cls, _SimpleCData) and (
            cls._type_ in "sPzUZXO"))):
        raise TypeError(f"cast() argument 2 must be a pointer, not {getattr(cls, '__name__', type(cls).__name__)}")
    made = cls()
    if isinstance(original, (Array, _Reference)):
        block, offset = _place_of(original)
        address = _address_of(block, offset)
        made._block.kept[0] = (block, original)
    elif isinstance(original, _CData):
        address = int.from_bytes(original._raw()[:8], "little")
        made._block.kept[0] = (original._block, original)
    else:
        address = int.from_bytes(value._raw()[:8], "little") if isinstance(value, _CData) else original or 0
        made._block.kept[0] = value
    made._set_raw((address & (1 << 64) - 1).to_bytes(8, "little"))
    return made


def _bytes_at(pointer, size):
    block, offset = _place_of(pointer)
    return _string_at(_address_of(block, offset), _number(size))


def _text_at(pointer, size):
    block, offset = _place_of(pointer)
    return _wide_string_at(_address_of(block, offset), _number(size))


def _view_at(pointer, size, readonly):
    block, offset = _place_of(pointer)
    view = memoryview(block.view)[offset:offset + _number(size)]
    return view.toreadonly() if _number(readonly) else view


_FUNCTIONS = {_memmove_addr: _memmove, _memset_addr: _memset, _string_at_addr: _bytes_at, _cast_addr: _cast,
              _wstring_at_addr: _text_at, _memoryview_at_addr: _view_at}


def PyObj_FromPtr(address, /):
    raise NotImplementedError("finding an object by its address is not supported by ttd-py yet")


def call_function(address, args, /):
    raise NotImplementedError("calling a foreign function is not supported by ttd-py yet")


call_cdeclfunction = call_function
