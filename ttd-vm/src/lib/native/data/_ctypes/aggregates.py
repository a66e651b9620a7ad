# ---- structures and unions

class CField:
    """Structure/Union member"""

    def __init__(self, *, name, type, byte_size, byte_offset, index, _internal_use, bit_size=None, bit_offset=None):
        self.name, self.type, self.byte_size, self.byte_offset, self.index = name, type, byte_size, byte_offset, index
        self._bits, self._shift, self._anonymous = bit_size, bit_offset, False
        # The character of an array of characters, which is read and written as text.
        self._text = None
        if issubclass(type, Array) and issubclass(type._type_, _SimpleCData) and type._type_._type_ in "cu":
            self._text = type._type_._type_

    __slots__ = ("name", "type", "byte_size", "byte_offset", "index", "_bits", "_shift", "_anonymous", "_text")
    is_bitfield = property(lambda self: self._bits is not None)
    is_anonymous = property(lambda self: self._anonymous)
    offset = property(lambda self: self.byte_offset)
    bit_size = property(lambda self: self.byte_size * 8 if self._bits is None else self._bits)
    bit_offset = property(lambda self: self._shift or 0)
    size = property(lambda self: self.byte_size if self._bits is None else self._bits << 16 | self._shift)

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if not isinstance(instance, _CData):
            raise TypeError("not a ctype instance")
        place = instance._offset + self.byte_offset
        if self._text is not None:
            made = self.type._at(instance._block, place, instance)
            return made.value
        if self._bits is None:
            return _load(self.type, instance._block, place, instance, self.index)
        number = self._word(instance, place) >> self._shift & (1 << self._bits) - 1
        if self.type._type_ == "?":
            return bool(number)
        if self.type._type_.islower() and number >> self._bits - 1:
            number -= 1 << self._bits
        return number

    def __set__(self, instance, value):
        if not isinstance(instance, _CData):
            raise TypeError("not a ctype instance")
        place = instance._offset + self.byte_offset
        if self._text is not None and not isinstance(value, self.type):
            self._set_text(instance._block, place, value)
            return
        if self._bits is None:
            _store(instance, self.type, instance._block, place, value, self.index)
            return
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

    def _set_text(self, block, place, value):
        if self._text == "c":
            if not isinstance(value, bytes):
                raise TypeError(f"expected bytes, {type(value).__name__} found")
            data, what, unit = value.partition(b"\0")[0], "bytes", 1
        else:
            if not isinstance(value, str):
                raise TypeError(f"unicode string expected instead of {type(value).__name__} instance")
            data, what, unit = value.encode("utf-32-le", "surrogatepass"), "string", 4
        length, most = len(data) // unit, self.type._length_
        if length > most:
            raise ValueError(f"{what} too long ({length}, maximum length {most})")
        if length < most:
            data += bytes(unit)
        block.view[place:place + len(data)] = data

    def _word(self, instance, place):
        data = bytes(instance._block.view[place:place + self.byte_size])
        return int.from_bytes(data, "big" if self.type._swapped else "little")

    def __repr__(self):
        if self.is_bitfield:
            return f"<Field type={self.type.__name__}, ofs={self.byte_offset}:{self._shift}, bits={self._bits}>"
        return f"<Field type={self.type.__name__}, ofs={self.byte_offset}, size={self.byte_size}>"


class _AggregateType(_CDataType):
    """What the metaclasses of structures and unions share."""

    def __init__(cls, name, bases, namespace, /, **kw):
        cls._check_new()
        if bases == (_CData,):
            return
        base = cls.__base__
        if "_abstract_" in cls.__dict__:
            return
        size, align, count, pointers = 0, 1, 0, False
        if isinstance(base, _AggregateType) and base._ready is base:
            size, align, count, pointers = base._size_, base._align, base._count, base._pointers
            type.__setattr__(base, "_final", True)
        cls._set_layout(size, align, count, base._format or "B", pointers)
        type.__setattr__(cls, "_final", False)
        if "_fields_" in namespace:
            cls._fields_ = namespace["_fields_"]

    def __setattr__(cls, name, value):
        if name == "_fields_" and cls._ready is not cls:
            raise TypeError("ctypes state is not initialized")
        super().__setattr__(name, value)
        if name == "_fields_":
            _lay_out(cls, value)


class PyCStructType(_AggregateType):
    """metatype for the CData Objects"""


class UnionType(_AggregateType):
    """metatype for the Union Objects"""


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
        if not isinstance(field[1], _CDataType) or field[1]._ready is not field[1]:
            raise TypeError("second item in _fields_ tuple (index 0) must be a C type".replace(
                "index 0", f"index {list(fields).index(field)}"))
        if len(field) == 3 and not (issubclass(field[1], _SimpleCData) and field[1]._type_ in _INTEGERS + "?"):
            raise TypeError(f"bit fields not allowed for type {field[1].__name__}")
    from ctypes._layout import get_layout
    base = next((b for b in cls.__bases__ if isinstance(b, _AggregateType) and _own_fields(b)), None)
    for field in fields:
        if isinstance(field[1], _AggregateType):
            type.__setattr__(field[1], "_final", True)
    if base is not None:
        type.__setattr__(base, "_final", True)
    layout = get_layout(cls, fields, issubclass(cls, Structure), base)
    inherited = 0 if base is None else base._count
    for field in layout.fields:
        field.index += inherited
        type.__setattr__(cls, field.name, field)
    for name in cls.__dict__.get("_anonymous_", ()):
        outer = cls.__dict__.get(name)
        if outer is None:
            raise AttributeError(name)
        if not isinstance(outer, CField) or not isinstance(outer.type, _AggregateType):
            raise AttributeError(f"{name!r} is specified in _anonymous_ but not in _fields_")
        outer._anonymous = True
        _lift(cls, outer, outer.index, outer.byte_offset)
    pointers = (base is not None and base._pointers) or any(field[1]._pointers for field in fields)
    cls._set_layout(layout.size, layout.align, inherited + len(fields),
                    layout.format_spec if issubclass(cls, Structure) else "B", pointers)
    type.__setattr__(cls, "_final", True)


def _lift(cls, outer, index, offset):
    """Makes the fields of an anonymous one fields of the class, those of anonymous fields in it as well."""
    for name in _own_fields(outer.type):
        known = getattr(outer.type, name)
        if known._anonymous:
            _lift(cls, known, index + known.index, offset + known.byte_offset)
            continue
        type.__setattr__(cls, name, CField(
            name=name, type=known.type, byte_size=known.byte_size, byte_offset=known.byte_offset + offset,
            index=known.index + index, bit_size=known._bits, bit_offset=known._shift, _internal_use=True))


def _own_fields(cls):
    """The names of all fields, those of base classes first."""
    names = []
    for base in reversed(cls.__mro__):
        names.extend(field[0] for field in base.__dict__.get("_fields_", ()))
    return names


def _initialize(self, *args, **kw):
    names = _own_fields(type(self))
    if len(args) > len(names):
        raise TypeError("too many initializers")
    for name, value in zip(names, args):
        if name in kw:
            raise TypeError(f"duplicate values for field {name!r}")
        setattr(self, name, value)
    for name, value in kw.items():
        setattr(self, name, value)


class Structure(_CData, metaclass=PyCStructType):
    """Structure base class"""

    __slots__ = ()
    __init__ = _initialize

    def __new__(cls, *args, **kw):
        cls._check_ready()
        type.__setattr__(cls, "_final", True)
        return super().__new__(cls)

    @classmethod
    def _param(cls, value):
        return cls(*value) if isinstance(value, tuple) else super()._param(value)


class Union(_CData, metaclass=UnionType):
    """Union base class"""

    __slots__ = ()
    __init__ = _initialize

    def __new__(cls, *args, **kw):
        cls._check_ready()
        type.__setattr__(cls, "_final", True)
        return super().__new__(cls)

    @classmethod
    def _param(cls, value):
        return cls(*value) if isinstance(value, tuple) else super()._param(value)
