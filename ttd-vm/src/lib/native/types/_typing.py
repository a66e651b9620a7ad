"""Type variables, type aliases, and `typing.Generic`: what `typing` needs of the interpreter.

`def f[T](): ...`, `class C[T]: ...` and `type A = ...` come here as well.
"""

from _ttd_generic import GenericAlias, Union, checked_union, type_text, union_or
import _core

_put = object.__setattr__


def _idfunc(x, /):
    return x


def _typing_call(name, *args):
    import typing
    return getattr(typing, name)(*args)


def _caller():
    """The name of the module that the program's own code is running in."""
    return _core.caller_module()


def _check_type(arg, message):
    if arg is None:
        return type(None)
    return _typing_call("_type_check", arg, message)


class _NoDefaultType:
    """The type of the NoDefault singleton."""

    __slots__ = ()

    def __new__(cls, /, *args, **kwargs):
        if args or kwargs:
            raise TypeError("NoDefaultType takes no arguments")
        return NoDefault

    def __repr__(self):
        return "typing.NoDefault"

    def __reduce__(self):
        return "NoDefault"


_NoDefaultType.__name__ = _NoDefaultType.__qualname__ = "NoDefaultType"
_NoDefaultType.__module__ = "typing"
NoDefault = object.__new__(_NoDefaultType)


class _Const:
    """Evaluates an annotation that is a value already."""

    __slots__ = ("_value",)

    def __init__(self, value):
        self._value = value

    def __call__(self, format=1, /):
        if format == 4:
            value = self._value
            if isinstance(value, tuple):
                return "(" + ", ".join([type_text(v) for v in value]) + ("," if len(value) == 1 else "") + ")"
            return type_text(value)
        return self._value

    def __repr__(self):
        return f"<constevaluator {self._value!r}>"


_Const.__name__ = _Const.__qualname__ = "_ConstEvaluator"


class _Lazy:
    """Attributes that are computed when they are first asked for, and cannot be set."""

    __slots__ = ()

    def __setattr__(self, name, value):
        if name in self._READ_ONLY:
            raise AttributeError("readonly attribute")
        if name in self._COMPUTED:
            raise AttributeError(
                f"attribute '{name}' of 'typing.{type(self).__name__}' objects is not writable")
        _put(self, name, value)


def _value_of(obj, value, evaluate, absent):
    """The value in one attribute of a type parameter, computed by the function in the other."""
    found = getattr(obj, value)
    if found is _UNSET:
        function = getattr(obj, evaluate)
        found = absent if function is None else function(1)
        _put(obj, value, found)
    return found


def _evaluator(obj, value, evaluate, absent):
    function = getattr(obj, evaluate)
    if function is not None:
        return function
    found = getattr(obj, value)
    return None if found is _UNSET or found is absent else _Const(found)


class _Unset:
    __slots__ = ()


_UNSET = _Unset()


class TypeVar(_Lazy):
    """Type variable.

    The preferred way to construct a type variable is via the dedicated
    syntax for generic functions, classes, and type aliases."""

    __slots__ = ("_name", "_bound", "_constraints", "_default", "_evaluate_bound", "_evaluate_constraints",
                 "_evaluate_default", "_covariant", "_contravariant", "_infer", "__dict__", "__weakref__")
    _READ_ONLY = ("__name__", "__covariant__", "__contravariant__", "__infer_variance__")
    _COMPUTED = ("__bound__", "__constraints__", "__default__", "evaluate_bound", "evaluate_constraints",
                 "evaluate_default")

    def __new__(cls, name, *constraints, bound=None, default=NoDefault, covariant=False, contravariant=False,
                infer_variance=False):
        if not isinstance(name, str):
            raise TypeError(f"typevar() argument 'name' must be str, not {_core.given_name(name)}")
        if covariant and contravariant:
            raise ValueError("Bivariant types are not supported.")
        if infer_variance and (covariant or contravariant):
            raise ValueError("Variance cannot be specified with infer_variance.")
        if bound is not None:
            bound = _check_type(bound, "Bound must be a type.")
        if len(constraints) == 1:
            raise TypeError("A single constraint is not allowed")
        if constraints:
            if bound is not None:
                raise TypeError("Constraints cannot be combined with bound=...")
            constraints = tuple([_check_type(c, "TypeVar(name, constraint, ...): constraints must be types.")
                                 for c in constraints])
        made = _typevar(name, bound, constraints, default, bool(covariant), bool(contravariant),
                        bool(infer_variance))
        made.__module__ = _caller()
        return made

    @property
    def __name__(self):
        return self._name

    @property
    def __covariant__(self):
        return self._covariant

    @property
    def __contravariant__(self):
        return self._contravariant

    @property
    def __infer_variance__(self):
        return self._infer

    @property
    def __bound__(self):
        return _value_of(self, "_bound", "_evaluate_bound", None)

    @property
    def __constraints__(self):
        return _value_of(self, "_constraints", "_evaluate_constraints", ())

    @property
    def __default__(self):
        return _value_of(self, "_default", "_evaluate_default", NoDefault)

    @property
    def evaluate_bound(self):
        return _evaluator(self, "_bound", "_evaluate_bound", None)

    @property
    def evaluate_constraints(self):
        return _evaluator(self, "_constraints", "_evaluate_constraints", ())

    @property
    def evaluate_default(self):
        return _evaluator(self, "_default", "_evaluate_default", NoDefault)

    def has_default(self):
        return self._evaluate_default is not None or self._default is not NoDefault

    def __repr__(self):
        if self._infer:
            return self._name
        return ("+" if self._covariant else "-" if self._contravariant else "~") + self._name

    def __or__(self, other):
        return checked_union((self, other))

    def __ror__(self, other):
        return checked_union((other, self))

    def __typing_subst__(self, arg, /):
        return _typing_call("_typevar_subst", self, arg)

    def __typing_prepare_subst__(self, alias, args, /):
        parameters = alias.__parameters__
        if parameters.index(self) == len(args) and self.has_default():
            return (*args, self.__default__)
        return args

    def __mro_entries__(self, bases, /):
        raise TypeError("Cannot subclass an instance of TypeVar")

    def __reduce__(self):
        return self._name

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def _typevar(name, bound, constraints, default, covariant, contravariant, infer):
    made = object.__new__(TypeVar)
    _put(made, "_name", name)
    _put(made, "_bound", bound)
    _put(made, "_constraints", constraints)
    _put(made, "_default", default)
    _put(made, "_evaluate_bound", None)
    _put(made, "_evaluate_constraints", None)
    _put(made, "_evaluate_default", None)
    _put(made, "_covariant", covariant)
    _put(made, "_contravariant", contravariant)
    _put(made, "_infer", infer)
    return made


class ParamSpecArgs:
    """The args for a ParamSpec object."""

    __slots__ = ("__origin__", "__weakref__")

    def __new__(cls, origin):
        made = object.__new__(cls)
        _put(made, "__origin__", origin)
        return made

    def __repr__(self):
        origin = self.__origin__
        return (origin.__name__ if isinstance(origin, ParamSpec) else repr(origin)) + ".args"

    def __eq__(self, other):
        if not isinstance(other, ParamSpecArgs):
            return NotImplemented
        return self.__origin__ == other.__origin__

    def __mro_entries__(self, bases, /):
        raise TypeError("Cannot subclass an instance of ParamSpecArgs")


class ParamSpecKwargs:
    """The kwargs for a ParamSpec object."""

    __slots__ = ("__origin__", "__weakref__")

    def __new__(cls, origin):
        made = object.__new__(cls)
        _put(made, "__origin__", origin)
        return made

    def __repr__(self):
        origin = self.__origin__
        return (origin.__name__ if isinstance(origin, ParamSpec) else repr(origin)) + ".kwargs"

    def __eq__(self, other):
        if not isinstance(other, ParamSpecKwargs):
            return NotImplemented
        return self.__origin__ == other.__origin__

    def __mro_entries__(self, bases, /):
        raise TypeError("Cannot subclass an instance of ParamSpecKwargs")


class ParamSpec(_Lazy):
    """Parameter specification variable."""

    __slots__ = ("_name", "_bound", "_default", "_evaluate_default", "_covariant", "_contravariant", "_infer",
                 "__dict__", "__weakref__")
    _READ_ONLY = ("__name__", "__bound__", "__covariant__", "__contravariant__", "__infer_variance__")
    _COMPUTED = ("__default__", "evaluate_default", "args", "kwargs")

    def __new__(cls, name, *, bound=None, default=NoDefault, covariant=False, contravariant=False,
                infer_variance=False):
        if not isinstance(name, str):
            raise TypeError(f"paramspec() argument 'name' must be str, not {_core.given_name(name)}")
        if covariant and contravariant:
            raise ValueError("Bivariant types are not supported.")
        if infer_variance and (covariant or contravariant):
            raise ValueError("Variance cannot be specified with infer_variance.")
        if bound is not None:
            bound = _check_type(bound, "Bound must be a type.")
        made = _paramspec(name, bound, default, bool(covariant), bool(contravariant), bool(infer_variance))
        made.__module__ = _caller()
        return made

    @property
    def __name__(self):
        return self._name

    @property
    def __bound__(self):
        return self._bound

    @property
    def __covariant__(self):
        return self._covariant

    @property
    def __contravariant__(self):
        return self._contravariant

    @property
    def __infer_variance__(self):
        return self._infer

    @property
    def __default__(self):
        return _value_of(self, "_default", "_evaluate_default", NoDefault)

    @property
    def evaluate_default(self):
        return _evaluator(self, "_default", "_evaluate_default", NoDefault)

    @property
    def args(self):
        return ParamSpecArgs(self)

    @property
    def kwargs(self):
        return ParamSpecKwargs(self)

    def has_default(self):
        return self._evaluate_default is not None or self._default is not NoDefault

    def __repr__(self):
        if self._infer:
            return self._name
        return ("+" if self._covariant else "-" if self._contravariant else "~") + self._name

    def __or__(self, other):
        return checked_union((self, other))

    def __ror__(self, other):
        return checked_union((other, self))

    def __typing_subst__(self, arg, /):
        return _typing_call("_paramspec_subst", self, arg)

    def __typing_prepare_subst__(self, alias, args, /):
        return _typing_call("_paramspec_prepare_subst", self, alias, args)

    def __mro_entries__(self, bases, /):
        raise TypeError("Cannot subclass an instance of ParamSpec")

    def __reduce__(self):
        return self._name

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def _paramspec(name, bound, default, covariant, contravariant, infer):
    made = object.__new__(ParamSpec)
    _put(made, "_name", name)
    _put(made, "_bound", bound)
    _put(made, "_default", default)
    _put(made, "_evaluate_default", None)
    _put(made, "_covariant", covariant)
    _put(made, "_contravariant", contravariant)
    _put(made, "_infer", infer)
    return made


class TypeVarTuple(_Lazy):
    """Type variable tuple. A specialized form of type variable that enables variadic generics."""

    __slots__ = ("_name", "_default", "_evaluate_default", "__dict__", "__weakref__")
    _READ_ONLY = ("__name__",)
    _COMPUTED = ("__default__", "evaluate_default")

    def __new__(cls, name, *, default=NoDefault):
        if not isinstance(name, str):
            raise TypeError(f"typevartuple() argument 'name' must be str, not {_core.given_name(name)}")
        made = _typevartuple(name, default)
        made.__module__ = _caller()
        return made

    @property
    def __name__(self):
        return self._name

    @property
    def __default__(self):
        return _value_of(self, "_default", "_evaluate_default", NoDefault)

    @property
    def evaluate_default(self):
        return _evaluator(self, "_default", "_evaluate_default", NoDefault)

    def has_default(self):
        return self._evaluate_default is not None or self._default is not NoDefault

    def __iter__(self):
        import typing
        yield typing.Unpack[self]

    def __repr__(self):
        return self._name

    def __typing_subst__(self, arg, /):
        raise TypeError("Substitution of bare TypeVarTuple is not supported")

    def __typing_prepare_subst__(self, alias, args, /):
        return _typing_call("_typevartuple_prepare_subst", self, alias, args)

    def __mro_entries__(self, bases, /):
        raise TypeError("Cannot subclass an instance of TypeVarTuple")

    def __reduce__(self):
        return self._name

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def _typevartuple(name, default):
    made = object.__new__(TypeVarTuple)
    _put(made, "_name", name)
    _put(made, "_default", default)
    _put(made, "_evaluate_default", None)
    return made


class TypeAliasType:
    """Type alias.

    Type aliases are created through the type statement."""

    __slots__ = ("_name", "_parameters", "_value", "_evaluate", "__dict__", "__weakref__")

    def __new__(cls, name, value, *, type_params=()):
        if not isinstance(name, str):
            raise TypeError(f"typealias() argument 'name' must be str, not {_core.given_name(name)}")
        if not isinstance(type_params, tuple):
            raise TypeError("type_params must be a tuple")
        with_default = False
        seen = set()
        for parameter in type_params:
            if not isinstance(parameter, (TypeVar, ParamSpec, TypeVarTuple)):
                raise TypeError(f"Expected a type param, got {parameter!r}")
            if parameter.has_default():
                with_default = True
            elif with_default:
                raise TypeError(f"non-default type parameter '{parameter!r}' follows default type parameter")
            if parameter in seen:
                raise TypeError(f"duplicate type parameter '{parameter!r}'")
            seen.add(parameter)
        return _typealias(name, type_params or None, value, None, _caller())

    @property
    def __name__(self):
        return self._name

    @property
    def __value__(self):
        return _value_of(self, "_value", "_evaluate", None)

    @property
    def evaluate_value(self):
        return self._evaluate if self._evaluate is not None else _Const(self._value)

    @property
    def __type_params__(self):
        return self._parameters or ()

    @property
    def __parameters__(self):
        return _unpacked(self._parameters or ())

    def __setattr__(self, name, value):
        if name == "__name__":
            raise AttributeError("readonly attribute")
        if name in ("__value__", "__type_params__", "__parameters__", "__module__", "evaluate_value"):
            raise AttributeError(f"attribute '{name}' of 'typing.TypeAliasType' objects is not writable")
        raise AttributeError(f"'typing.TypeAliasType' object has no attribute '{name}'"
                             " and no __dict__ for setting new attributes")

    def __repr__(self):
        return self._name

    def __getitem__(self, args, /):
        if self._parameters is None:
            raise TypeError("Only generic type aliases are subscriptable")
        return GenericAlias(self, args if isinstance(args, tuple) else (args,))

    def __iter__(self):
        import typing
        yield typing.Unpack[self]

    def __or__(self, other):
        return union_or(self, other)

    def __ror__(self, other):
        return union_or(other, self)

    def __reduce__(self):
        return self._name

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def _typealias(name, parameters, value, evaluate, module):
    made = object.__new__(TypeAliasType)
    _put(made, "_name", name)
    _put(made, "_parameters", parameters)
    _put(made, "_value", value)
    _put(made, "_evaluate", evaluate)
    _put(made, "__module__", module)
    return made


def _unpacked(parameters):
    """The parameters with every TypeVarTuple unpacked."""
    if not any([isinstance(p, TypeVarTuple) for p in parameters]):
        return parameters
    out = []
    for parameter in parameters:
        out.extend(parameter) if isinstance(parameter, TypeVarTuple) else out.append(parameter)
    return tuple(out)


class Generic:
    """Abstract base class for generic types

    On Python 3.12 and newer, generic classes implicitly inherit from
    Generic when they declare a parameter list after the class's name::

        class Mapping[KT, VT]:
            def __getitem__(self, key: KT) -> VT:
                ...
                # Etc."""

    __slots__ = ()

    def __class_getitem__(cls, /, *args, **kwargs):
        import typing
        return typing._generic_class_getitem(cls, *args, **kwargs)

    def __init_subclass__(cls, /, *args, **kwargs):
        import typing
        return typing._generic_init_subclass(cls, *args, **kwargs)


for _cls in (TypeVar, ParamSpec, TypeVarTuple, ParamSpecArgs, ParamSpecKwargs, Generic):
    _cls.__module__ = "typing"
    _core.seal(_cls, _cls is Generic)


# ---- helpers of the compiler's intrinsic functions

def _type_param(kind, first, second, module):
    if kind == 0:
        made = _typevar(first, None, (), NoDefault, False, False, True)
    elif kind == 1:
        made = _paramspec(first, None, NoDefault, False, False, True)
    elif kind == 2:
        made = _typevartuple(first, NoDefault)
    elif kind == 3:
        made = _typevar(first, _UNSET, (), NoDefault, False, False, True)
        _put(made, "_evaluate_bound", second)
    elif kind == 4:
        made = _typevar(first, None, _UNSET, NoDefault, False, False, True)
        _put(made, "_evaluate_constraints", second)
    elif kind == 5:
        _put(first, "_default", _UNSET)
        _put(first, "_evaluate_default", second)
        return first
    elif kind == 6:
        return _typing_call("_GenericAlias", Generic, _unpacked(first))
    else:
        name, parameters, evaluate = first
        return _typealias(name, parameters, _UNSET, evaluate, module)
    return made


TypeAliasType.__module__ = "typing"
_core.seal(TypeAliasType, False)
_core.seal(_NoDefaultType, False)
del _cls
