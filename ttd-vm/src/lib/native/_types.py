"""The types that have no names of their own among the builtins, for the module `types`."""

import _ttd_generic
import _core

_named = _core.builtin_type

FunctionType = LambdaType = _named("function")
CodeType = _named("code")
MappingProxyType = _named("mappingproxy")
CellType = _named("cell")
GeneratorType = _named("generator")
CoroutineType = _named("coroutine")
AsyncGeneratorType = _named("async_generator")
MethodType = _named("method")
BuiltinFunctionType = BuiltinMethodType = _named("builtin_function_or_method")
WrapperDescriptorType = _named("wrapper_descriptor")
MethodWrapperType = _named("method-wrapper")
MethodDescriptorType = _named("method_descriptor")
ClassMethodDescriptorType = _named("classmethod_descriptor")
ModuleType = _named("module")
TracebackType = _named("traceback")
FrameType = _named("frame")
GetSetDescriptorType = _named("getset_descriptor")
MemberDescriptorType = _named("member_descriptor")
GenericAlias = _ttd_generic.GenericAlias
UnionType = _ttd_generic.Union
EllipsisType = type(...)
NoneType = type(None)
NotImplementedType = type(NotImplemented)


class CapsuleType:
    """Capsule objects let you wrap a C "void *" pointer in a Python object."""

    __slots__ = ()

    def __new__(cls, /, *args, **kwargs):
        raise TypeError("cannot create 'PyCapsule' instances")


CapsuleType.__name__ = CapsuleType.__qualname__ = "PyCapsule"
CapsuleType.__module__ = "builtins"
_core.seal(CapsuleType, False)


_active = []        # those whose repr is being made


class SimpleNamespace:
    """A simple attribute-based namespace."""

    def __init__(self, mapping_or_iterable=(), /, **kwargs):
        if mapping_or_iterable != ():
            given = dict(mapping_or_iterable)
            for key in given:
                if not isinstance(key, str):
                    raise TypeError("keywords must be strings")
            self.__dict__.update(given)
        self.__dict__.update(kwargs)

    def __repr__(self):
        name = "namespace" if type(self) is SimpleNamespace else type(self).__name__
        if any([active is self for active in _active]):
            return f"{name}(...)"
        _active.append(self)
        try:
            items = [f"{key}={value!r}" for key, value in self.__dict__.items()]
        finally:
            _active.pop()
        return f"{name}({', '.join(items)})"

    def __eq__(self, other):
        if isinstance(self, SimpleNamespace) and isinstance(other, SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented

    __hash__ = None

    def __reduce__(self):
        return type(self), (), self.__dict__

    def __replace__(self, /, **changes):
        made = type(self)(**self.__dict__)
        made.__dict__.update(changes)
        return made


SimpleNamespace.__module__ = "types"
_core.seal(SimpleNamespace, True)
