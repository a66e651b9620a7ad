# ---- pointers

class PyCPointerType(_CDataType):
    """metatype for the Pointer Objects"""

    def __init__(cls, name, bases, namespace, /):
        cls._check_new()
        if bases == (_CData,):
            return
        cls._set_layout(8, 8, 1, None, True)
        target = getattr(cls, "_type_", None)
        if target is not None:
            cls.set_type(target)

    def set_type(cls, target, /):
        if not isinstance(target, _CDataType) or target._ready is not target:
            raise TypeError("_type_ must have storage info")
        type.__setattr__(cls, "_type_", target)
        shape, item = _shape_of(target)
        shown = "(" + ",".join(map(str, shape)) + ")" if shape else ""
        type.__setattr__(cls, "_format", "&" + shown + (item._format_of() or "B"))
        if "__pointer_type__" not in target.__dict__:
            type.__setattr__(target, "__pointer_type__", cls)


class _Pointer(_CData, metaclass=PyCPointerType):
    """XXX to be provided"""

    __slots__ = ()

    def __new__(cls, *args):
        if getattr(cls, "_type_", None) is None:
            raise TypeError("Cannot create instance: has no _type_" if cls._ready is cls else "abstract class")
        return super().__new__(cls)

    def __init__(self, *target):
        if len(target) > 1:
            raise TypeError(f"POINTER expected at most 1 argument, got {len(target)}")
        if target:
            self.contents = target[0]

    def _target(self):
        return int.from_bytes(self._raw(), "little")

    @property
    def contents(self):
        """the object this pointer points to (read-write)"""
        block, offset = _found(self._target(), self._type_._size_of())
        return self._type_._at(block, offset, self)

    @contents.setter
    def contents(self, value):
        if not isinstance(value, self._type_):
            raise TypeError(f"expected {self._type_.__name__} instead of {type(value).__name__}")
        self._set_raw(_address_of(value._block, value._offset).to_bytes(8, "little"))
        self._block.kept[self._offset] = (value._block, value)
        self._keep(1, value)
        self._keep(0, value._root()._kept)

    @contents.deleter
    def contents(self):
        raise TypeError("Pointer does not support item deletion")

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
            return _joined(self._type_, [self[i] for i in range(index.start or 0, index.stop, step)])
        if not hasattr(index, "__index__"):
            raise TypeError("Pointer indices must be integer")
        block, offset = self._place(index)
        return _load(self._type_, block, offset, self, index.__index__())

    def __setitem__(self, index, value):
        block, offset = self._place(index)
        _store(self, self._type_, block, offset, value, index.__index__())

    def __delitem__(self, index):
        raise TypeError("Pointer does not support item deletion")

    @classmethod
    def _param(cls, value):
        if value is None or isinstance(value, cls):
            return value
        if isinstance(value, cls._type_):
            return byref(value)
        if isinstance(value, CArgObject) and value._made is None and isinstance(value._obj, cls._type_):
            return value
        if isinstance(value, (_Pointer, Array)) and issubclass(value._type_, cls._type_):
            return value
        return super()._param(value)
