"""`types.GenericAlias` and `typing.Union`: classes with type arguments, and unions of classes.

`list[int]` and `int | str` come here when they are first used.
"""

import _core

_get = object.__getattribute__


# ---- shared by both kinds

def type_text(arg):
    if arg is ...:
        return "..."
    if isinstance(arg, type) and not isinstance(arg, GenericAlias):
        module = arg.__module__
        return arg.__qualname__ if module is None or module == "builtins" else f"{module}.{arg.__qualname__}"
    if hasattr(arg, "__origin__") and hasattr(arg, "__args__"):
        return repr(arg)
    name = getattr(arg, "__qualname__", None)
    if name is None:
        return repr(arg)
    module = getattr(arg, "__module__", None)
    if module is None:
        return repr(arg)
    return name if module == "builtins" else f"{module}.{name}"


def argument_text(arg):
    if isinstance(arg, list):
        return "[" + ", ".join([type_text(a) for a in arg]) + "]"
    return type_text(arg)


def collect_parameters(args):
    """The type variables in arguments, each once."""
    found = []
    for arg in args:
        if isinstance(arg, type) and not isinstance(arg, GenericAlias):
            continue
        if isinstance(arg, (tuple, list)):
            inner = collect_parameters(arg)
        elif hasattr(arg, "__typing_subst__"):
            inner = (arg,)
        else:
            inner = getattr(arg, "__parameters__", ())
            if not isinstance(inner, tuple):
                continue
        for parameter in inner:
            if parameter not in found:
                found.append(parameter)
    return tuple(found)


def unpack_arguments(item):
    """The arguments given, those that are unpacked tuples spread out."""
    out = []
    for arg in item if isinstance(item, tuple) else (item,):
        inner = None
        if not isinstance(arg, type) or isinstance(arg, GenericAlias):
            inner = getattr(arg, "__typing_unpacked_tuple_args__", None)
        if inner is not None and not (inner and inner[-1] is ...):
            out.extend(inner)
        else:
            out.append(arg)
    return tuple(out)


def substitute_in(obj, parameters, given):
    """An argument that has type variables inside, with these replaced."""
    inner = getattr(obj, "__parameters__", None)
    if not isinstance(inner, tuple) or not inner:
        return obj
    args = []
    for parameter in inner:
        if parameter in parameters:
            at = parameters.index(parameter)
            arg = given[at]
            if hasattr(type(parameters[at]), "__iter__") and isinstance(arg, tuple):
                args.extend(arg)
            else:
                args.append(arg)
        else:
            args.append(parameter)
    return obj[tuple(args)]


def substitute(alias, args, parameters, item):
    """The arguments of `alias[item]`."""
    if not parameters:
        raise TypeError(f"{alias!r} is not a generic class")
    item = unpack_arguments(item)
    for parameter in parameters:
        prepare = getattr(parameter, "__typing_prepare_subst__", None)
        if prepare is not None:
            item = prepare(alias, item if isinstance(item, tuple) else (item,))
    given = item if isinstance(item, tuple) else (item,)
    if len(given) != len(parameters):
        many = "many" if len(given) > len(parameters) else "few"
        raise TypeError(f"Too {many} arguments for {alias!r}; actual {len(given)}, expected {len(parameters)}")
    return replaced(args, parameters, given)


def replaced(args, parameters, given):
    out = []
    for arg in args:
        if isinstance(arg, type) and not isinstance(arg, GenericAlias):
            out.append(arg)
            continue
        if isinstance(arg, (tuple, list)):
            inner = replaced(arg, parameters, given)
            out.append(list(inner) if isinstance(arg, list) else inner)
            continue
        spread = getattr(arg, "__typing_is_unpacked_typevartuple__", False)
        change = getattr(arg, "__typing_subst__", None)
        if change is not None:
            arg = change(given[parameters.index(arg)])
        else:
            arg = substitute_in(arg, parameters, given)
        if spread:
            if not isinstance(arg, tuple):
                raise TypeError(f"expected __typing_subst__ of {type(arg).__name__} objects to return a tuple")
            out.extend(arg)
        else:
            out.append(arg)
    return tuple(out)


# ---- list[int]

OWN = frozenset((
    "__class__", "__origin__", "__args__", "__unpacked__", "__parameters__", "__typing_unpacked_tuple_args__",
    "__mro_entries__", "__reduce_ex__", "__reduce__", "__copy__", "__deepcopy__", "__bases__",
))
HIDDEN = ("__bases__", "__copy__", "__deepcopy__")


class GenericAlias:
    """Represent a PEP 585 generic type

    E.g. for t = list[int], t.__origin__ is list and t.__args__ is (int,)."""

    __slots__ = ("_origin", "_args", "_parameters", "_starred", "__weakref__")

    def __new__(cls, /, *given, **kwargs):
        if kwargs:
            raise TypeError("GenericAlias() takes no keyword arguments")
        if len(given) != 2:
            raise TypeError(f"GenericAlias expected 2 arguments, got {len(given)}")
        return make_alias(cls, given[0], given[1], False)

    def __getattribute__(self, name):
        if name in OWN:
            if name in HIDDEN:
                raise AttributeError(f"'types.GenericAlias' object has no attribute '{name}'")
            return _get(self, name)
        return getattr(_get(self, "_origin"), name)

    @property
    def __origin__(self):
        return _get(self, "_origin")

    @property
    def __args__(self):
        return _get(self, "_args")

    @property
    def __parameters__(self):
        return alias_parameters(self)

    @property
    def __unpacked__(self):
        return _get(self, "_starred")

    @property
    def __typing_unpacked_tuple_args__(self):
        if _get(self, "_starred") and _get(self, "_origin") is tuple:
            return _get(self, "_args")
        return None

    def __repr__(self):
        args = ", ".join([argument_text(arg) for arg in _get(self, "_args")])
        star = "*" if _get(self, "_starred") else ""
        return f"{star}{type_text(_get(self, '_origin'))}[{args or '()'}]"

    def __call__(self, /, *args, **kwargs):
        made = _get(self, "_origin")(*args, **kwargs)
        try:
            made.__orig_class__ = self
        except (AttributeError, TypeError):
            pass
        return made

    def __mro_entries__(self, bases, /):
        return (_get(self, "_origin"),)

    def __getitem__(self, item, /):
        args = substitute(self, _get(self, "_args"), alias_parameters(self), item)
        return make_alias(GenericAlias, _get(self, "_origin"), args, _get(self, "_starred"))

    def __iter__(self):
        return AliasIterator(self)

    def __eq__(self, other):
        if not isinstance(other, GenericAlias):
            return NotImplemented
        return (_get(self, "_starred") == _get(other, "_starred") and _get(self, "_origin") == _get(other, "_origin")
                and _get(self, "_args") == _get(other, "_args"))

    def __hash__(self):
        return hash(_get(self, "_origin")) ^ hash(_get(self, "_args"))

    def __or__(self, other):
        return union_or(self, other)

    def __ror__(self, other):
        return union_or(other, self)

    def __instancecheck__(self, instance, /):
        raise TypeError("isinstance() argument 2 cannot be a parameterized generic")

    def __subclasscheck__(self, cls, /):
        raise TypeError("issubclass() argument 2 cannot be a parameterized generic")

    def __dir__(self):
        names = dir(_get(self, "_origin"))
        return names + [name for name in OWN if name not in names and not name.startswith("__reduce")]

    def __reduce__(self):
        plain = (GenericAlias, (_get(self, "_origin"), _get(self, "_args")))
        if _get(self, "_starred"):
            return (next, (iter(plain[0](*plain[1])),))
        return plain

    def __reduce_ex__(self, protocol, /):
        return self.__reduce__()


GenericAlias.__module__ = "types"
_core.seal(GenericAlias, True)
_core.namespace()["alias_class"] = GenericAlias


class AliasIterator:
    """Gives the unpacked alias, once."""

    __slots__ = ("_alias",)

    def __init__(self, alias):
        self._alias = alias

    def __iter__(self):
        return self

    def __next__(self):
        alias = self._alias
        if alias is None:
            raise StopIteration
        self._alias = None
        return make_alias(GenericAlias, _get(alias, "_origin"), _get(alias, "_args"), True)

    def __reduce__(self):
        return iter, (() if self._alias is None else self._alias,)


AliasIterator.__name__ = AliasIterator.__qualname__ = "generic_alias_iterator"
AliasIterator.__module__ = "builtins"
_core.seal(AliasIterator, False)


def make_alias(cls, origin, args, starred):
    made = object.__new__(cls)
    put = object.__setattr__
    put(made, "_origin", origin)
    put(made, "_args", args if isinstance(args, tuple) else (args,))
    put(made, "_parameters", None)
    put(made, "_starred", starred)
    return made


def alias_parameters(alias):
    found = _get(alias, "_parameters")
    if found is None:
        found = collect_parameters(_get(alias, "_args"))
        object.__setattr__(alias, "_parameters", found)
    return found


def generic_alias(origin, args):
    return make_alias(GenericAlias, origin, args, False)


# ---- int | str

def unionable(arg):
    if arg is None or isinstance(arg, (type, GenericAlias, Union)):
        return True
    cls = type(arg)
    return cls.__name__ == "TypeAliasType" and cls.__module__ == "typing"


def union_or(left, right):
    """`left | right` where one of them is a class or made of classes."""
    if not unionable(left) or not unionable(right):
        return NotImplemented
    return union_of((left, right))


def checked_union(args):
    """`Union[args]`: strings become forward references."""
    out = []
    for arg in args if isinstance(args, tuple) else (args,):
        if isinstance(arg, str):
            import typing
            arg = typing._type_check(arg, "Union[arg, ...]: each arg must be a type.")
        out.append(arg)
    return union_of(out)


def union_of(given):
    args = []
    hashes = set()
    for arg in given:
        if arg is None:
            arg = type(None)
        for one in arg.__args__ if isinstance(arg, Union) else (arg,):
            try:
                known = one in hashes
                hashes.add(one)
            except TypeError:
                known = one in args
            if not known:
                args.append(one)
    if not args:
        raise TypeError("Cannot take a Union of no types.")
    if len(args) == 1:
        return args[0]
    made = object.__new__(Union)
    put = object.__setattr__
    put(made, "_args", tuple(args))
    put(made, "_parameters", None)
    return made


def member_text(arg):
    """An argument of a union as its repr shows it."""
    return "None" if arg is type(None) else type_text(arg)


def split_by_hash(args):
    hashable, rest = set(), []
    for arg in args:
        try:
            hashable.add(arg)
        except TypeError:
            rest.append(arg)
    return hashable, rest


class Union:
    """Represent a union type

    E.g. for int | str"""

    __slots__ = ("_args", "_parameters", "__weakref__")
    # Being subscriptable does not make it a sequence.
    __iter__ = None

    def __new__(cls, /, *args, **kwargs):
        raise TypeError("cannot create 'typing.Union' instances")

    def __class_getitem__(cls, args, /):
        return checked_union(args)

    @property
    def __args__(self):
        return self._args

    @property
    def __origin__(self):
        return Union

    @property
    def __parameters__(self):
        if self._parameters is None:
            object.__setattr__(self, "_parameters", collect_parameters(self._args))
        return self._parameters

    def __getattr__(self, name):
        if name == "__name__" or name == "__qualname__":
            return "Union"
        raise AttributeError(f"'typing.Union' object has no attribute '{name}'", name=name, obj=self)

    def __repr__(self):
        return " | ".join([member_text(arg) for arg in self._args])

    def __eq__(self, other):
        if not isinstance(other, Union):
            return NotImplemented
        ours, our_rest = split_by_hash(self._args)
        theirs, their_rest = split_by_hash(other._args)
        if ours != theirs or len(our_rest) != len(their_rest):
            return False
        return all([arg in their_rest for arg in our_rest])

    def __hash__(self):
        return hash(frozenset(self._args))

    def __or__(self, other):
        return union_or(self, other)

    def __ror__(self, other):
        return union_or(other, self)

    def __getitem__(self, item, /):
        args = substitute(self, self._args, self.__parameters__, item)
        return checked_union(args)

    def __mro_entries__(self, bases, /):
        raise TypeError(f"Cannot subclass {self!r}")

    def __instancecheck__(self, instance, /):
        return isinstance(instance, self._args)

    def __subclasscheck__(self, cls, /):
        return issubclass(cls, self._args)

    def __setattr__(self, name, value):
        raise no_setting(self, name)

    def __delattr__(self, name):
        raise no_setting(self, name)

    def __reduce__(self):
        import copyreg
        return copyreg._pickle_uniontype(self)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def no_setting(union, name):
    if name in ("__args__", "__origin__", "__parameters__", "__name__", "__qualname__"):
        return AttributeError("readonly attribute")
    return AttributeError(
        f"'typing.Union' object has no attribute '{name}' and no __dict__ for setting new attributes")


Union.__module__ = "typing"
_core.seal(Union, False)
_core.namespace()["union_class"] = Union
