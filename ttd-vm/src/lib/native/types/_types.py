"""The types that have no names of their own among the builtins, for the module `types`."""

import _ttd_generic
import _core

_named = _core.builtin_type

FunctionType = LambdaType = _named("function")
CodeType = _named("code")
MappingProxyType = _named("mappingproxy")
SimpleNamespace = _core.namespace()["SimpleNamespace"]
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
