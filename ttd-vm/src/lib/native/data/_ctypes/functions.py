
# ---- functions

def _check_argtypes(types):
    if types is None:
        return None
    for i, item in enumerate(types, 1):
        if not hasattr(item, "from_param"):
            raise TypeError(f"item {i} in _argtypes_ has no from_param method")
    return tuple(types)


def _check_restype(restype, what):
    if restype is not None and not isinstance(restype, _CDataType) and not callable(restype):
        raise TypeError(f"{what} must be a type, a callable, or None")
    return restype


class PyCFuncPtrType(_CDataType):
    """metatype for C function pointers"""

    def __init__(cls, name, bases, namespace, /):
        cls._check_new()
        if bases == (_CData,):
            return
        if not isinstance(getattr(cls, "_flags_", None), int):
            raise TypeError("class must define _flags_ which must be an integer")
        if cls._argtypes_ is not None and not isinstance(cls._argtypes_, tuple):
            raise TypeError("_argtypes_ must be a sequence of types")
        _check_argtypes(cls._argtypes_)
        _check_restype(cls._restype_, "_restype_")
        cls._set_layout(8, 8, 1, "X{}", True)


class CFuncPtr(_CData, metaclass=PyCFuncPtrType):
    """Function Pointer"""

    __slots__ = ("_argtypes", "_restype", "_errcheck", "_function")
    _argtypes_, _restype_ = None, None

    def __new__(cls, *args, **kw):
        self = super().__new__(cls)
        self._argtypes = self._errcheck = self._function = None
        self._restype = _ABSENT
        return self

    def __init__(self, target=None, *rest):
        if isinstance(target, tuple):
            name, library = target[:2]
            raise AttributeError(f"function {name!r} not found: loading a shared library is not supported by ttd-py yet")
        if isinstance(target, int):
            self._function = _FUNCTIONS.get(target)
            self._set_raw(target.to_bytes(8, "little"))
        elif callable(target):
            self._function = target
            self._keep(0, target)
            self._block.kept[0] = _Block(16)
            self._set_raw(_address_of(self._block.kept[0]).to_bytes(8, "little"))
            _callables[int.from_bytes(self._raw(), "little")] = target
        elif target is not None:
            raise TypeError("argument must be callable or integer function address")

    @property
    def argtypes(self):
        """specify the argument types"""
        return self._argtypes_ if self._argtypes is None else self._argtypes

    @argtypes.setter
    def argtypes(self, types):
        self._argtypes = _check_argtypes(types)

    @property
    def restype(self):
        """specify the result type"""
        return self._restype_ if self._restype is _ABSENT else self._restype

    @restype.setter
    def restype(self, restype):
        self._restype = _check_restype(restype, "restype")

    @restype.deleter
    def restype(self):
        self._restype = _ABSENT

    @property
    def errcheck(self):
        """a function to check for errors"""
        return self._errcheck

    @errcheck.setter
    def errcheck(self, function):
        if function is not None and not callable(function):
            raise TypeError("the errcheck attribute must be callable")
        self._errcheck = function

    def __bool__(self):
        return any(self._raw())

    def __repr__(self):
        return f"<{type(self).__name__} object at {id(self):#x}>"

    def __call__(self, *args):
        address = int.from_bytes(self._raw(), "little")
        native = _FUNCTIONS.get(address)
        function = native or self._function or _callables.get(address)
        if function is None:
            raise NotImplementedError("calling a foreign function is not supported by ttd-py yet")
        types = self.argtypes
        if types is not None:
            if len(args) < len(types):
                raise TypeError(f"this function takes at least {len(types)} argument"
                                f"{'' if len(types) == 1 else 's'} ({len(args)} given)")
            received = _passed if native is not None else _received
            args = (*(received(cls, _converted(cls, value, i)) for i, (cls, value) in enumerate(zip(types, args), 1)),
                    *args[len(types):])
        result = function(*args) if native is not None else _call_back(function, args, self.restype)
        if self._errcheck is not None:
            return self._errcheck(result, self, args)
        return result


_callables = {}


def _converted(cls, value, number):
    try:
        return cls.from_param(value)
    except Exception as e:
        raise ArgumentError(f"argument {number}: {type(e).__name__}: {e}") from None


def _passed(cls, made):
    """What a function of this module gets for an argument."""
    return made._made if isinstance(made, CArgObject) and made._made is not None else made


def _received(cls, made):
    """What a function in Python that is called as one of C gets for an argument."""
    if not isinstance(cls, _CDataType):
        return made
    if made is None:
        return None if _is_plain(cls) else cls()
    source = _passed(cls, made)
    if isinstance(source, (CArgObject, Array)):
        block, place = _place_of(source)
        received = cls._empty()
        received._set_raw(_address_of(block, place).to_bytes(8, "little"))
        received._block.kept[0] = (block, source)
    elif isinstance(source, _CData):
        if _is_plain(cls):
            return cls._get(source._block, source._offset)
        received = cls._empty()
        received._set_raw(source._raw()[:cls._size_of()])
        _keep_targets(received._block, 0, source)
    else:
        return made
    return received.value if _is_plain(cls) else received


def _call_back(function, args, restype):
    """Calls a function in Python as C code does: it can pass no exception on, and its result has a C type."""
    hidden = _core.namespace()
    try:
        result = function(*args)
    except BaseException as e:
        hidden["unraisable"](e, None, f"Exception ignored on calling ctypes callback function {function!r}")
        result = None
        failed = True
    else:
        failed = False
    if not isinstance(restype, _CDataType):
        return None if restype is None else restype(0 if failed else result)
    made = restype._empty()
    if not failed:
        try:
            _store(made, restype, made._block, 0, result, 0)
        except BaseException as e:
            hidden["unraisable"](
                e, None, f"Exception ignored on converting result of ctypes callback function {function!r}")
    return made.value if _is_plain(restype) else made


def _place_of(value):
    """The block and offset that a pointer argument names."""
    if isinstance(value, CArgObject):
        return value._obj._block, value._obj._offset + value._by
    if isinstance(value, _SimpleCData) and value._type_ == "P" or isinstance(value, (_Pointer, CFuncPtr)) or (
            isinstance(value, _SimpleCData) and value._type_ in "zZ"):
        return _found(int.from_bytes(value._raw(), "little"))
    if isinstance(value, _CData):
        return value._block, value._offset
    return _found(value)


def _number(value):
    return value.value if isinstance(value, _SimpleCData) else value


def _object_of(value):
    """An argument that was passed as an object."""
    return value.value if isinstance(value, _SimpleCData) and value._type_ == "O" else value


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
    original, cls = _object_of(original), _object_of(cls)
    if not (isinstance(cls, type) and (issubclass(cls, (_Pointer, CFuncPtr)) or issubclass(cls, _SimpleCData) and (
            cls._type_ in "sPzUZXO"))):
        raise TypeError(f"cast() argument 2 must be a pointer, not {getattr(cls, '__name__', type(cls).__name__)}")
    made = cls()
    if isinstance(original, (Array, CArgObject)):
        block, offset = _place_of(original)
        address = _address_of(block, offset)
        made._block.kept[0] = (block, original)
    elif isinstance(original, _CData):
        address = int.from_bytes(original._raw()[:8], "little")
        made._block.kept[0] = (original._block, original)
    else:
        address = int.from_bytes(value._raw()[:8], "little") if isinstance(value, _CData) else original or 0
        made._block.kept[0] = value
    if isinstance(original, _CData):
        # Both keep the same objects alive, and the result the original.
        root = original._root()
        if root._kept is None:
            root._kept = {}
        made._kept = root._kept
        if isinstance(made._kept, dict):
            made._kept[id(original)] = original
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


# What the classes here are in CPython: types that cannot be changed.
for _cls in (_CData, CField, Structure, Union, Array, _Pointer, _SimpleCData, CFuncPtr, PyCStructType, UnionType,
             PyCArrayType, PyCPointerType, PyCSimpleType, PyCFuncPtrType, CArgObject):
    _core.seal(_cls, _cls not in (CField, CArgObject))
del _cls
