"""Context variables: the current context is the last of a list, and what a context holds is a dict that is never
changed, but replaced."""


class _Missing:
    def __repr__(self):
        return "<Token.MISSING>"


_NO = object()
_MISSING = _Missing()
_MISSING.__class__.__name__ = "Token.MISSING"


def _refuse(cls, kwargs):
    raise TypeError(f"type '_contextvars.{cls}' is not an acceptable base type")


class Context:
    __slots__ = ("_values", "_entered", "__weakref__")

    def __reduce_ex__(self, protocol, /):
        raise TypeError("cannot pickle '_contextvars.Context' object")

    def __new__(cls, /, *args, **kwargs):
        if args or kwargs:
            raise TypeError("Context() does not accept any arguments")
        return object.__new__(cls)

    def __init__(self):
        self._values = {}
        self._entered = False

    def __init_subclass__(cls, /, **kwargs):
        _refuse("Context", kwargs)

    def run(self, callable=_NO, /, *args, **kwargs):
        """Call a callable in this context. The common cases are native, see the end of this file."""
        if callable is _NO:
            raise TypeError("run() missing 1 required positional argument")
        if self._entered:
            raise RuntimeError(f"cannot enter context: {self!r} is already entered")
        self._entered = True
        _stack.append(self)
        try:
            return callable(*args, **kwargs)
        finally:
            _stack.pop()
            self._entered = False

    def copy(self):
        """Return a shallow copy of the context object."""
        made = Context()
        made._values = self._values
        return made

    def get(self, key, default=None, /):
        """Return the value for `key` if `key` has the value in the context object.

        If `key` does not exist, return `default`.
        If `default` is not given, return None."""
        _check_key(key)
        return self._values.get(key, default)

    def __getitem__(self, key):
        _check_key(key)
        return self._values[key]

    def __contains__(self, key):
        _check_key(key)
        return key in self._values

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def keys(self):
        """Return a list of all variables in the context object."""
        return self._values.keys()

    def values(self):
        """Return a list of all variables' values in the context object."""
        return self._values.values()

    def items(self):
        """Return all variables and their values in the context object.

        The result is returned as a list of 2-tuples (variable, value)."""
        return self._values.items()

    def __eq__(self, other):
        if not isinstance(other, Context):
            return NotImplemented
        return self._values == other._values

    __hash__ = None


def _check_key(key):
    if not isinstance(key, ContextVar):
        raise TypeError(f"a ContextVar key was expected, got {key!r}")


class ContextVar:
    __slots__ = ("name", "_default")

    def __reduce_ex__(self, protocol, /):
        raise TypeError("cannot pickle '_contextvars.ContextVar' object")

    def __init__(self, /, *args, default=_NO):
        if len(args) != 1:
            word = "most" if args else "exactly"
            raise TypeError(f"ContextVar() takes {'at ' if args else ''}{word} 1 positional argument ({len(args)} given)")
        name, = args
        if not isinstance(name, str):
            raise TypeError("context variable name must be a str")
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "_default", default)

    def __init_subclass__(cls, /, **kwargs):
        _refuse("ContextVar", kwargs)

    def __setattr__(self, name, value):
        if name == "name":
            raise AttributeError("readonly attribute")
        raise AttributeError(
            f"'_contextvars.ContextVar' object has no attribute '{name}' and no __dict__ for setting new attributes")

    def get(self, default=_NO, /):
        """The method in full. The common cases are native, see the end of this file."""
        value = _stack[-1]._values.get(self, _NO)
        if value is not _NO:
            return value
        if default is not _NO:
            return default
        if self._default is not _NO:
            return self._default
        raise LookupError(self)

    def set(self, value, /):
        """Call to set a new value for the context variable in the current context.

        The required *value* argument is the new value for the context variable.

        Returns a Token object that can be used to restore the variable to its previous
        value via the `ContextVar.reset()` method."""
        context = _stack[-1]
        values = context._values
        token = _new_token(context, self, values.get(self, _NO))
        context._values = {**values, self: value}
        return token

    def reset(self, token, /):
        """Reset the context variable.

        The variable is reset to the value it had before the `ContextVar.set()` that
        created the token was used."""
        if not isinstance(token, Token):
            raise TypeError(f"expected an instance of Token, got {token!r}")
        if token._used:
            raise RuntimeError(f"{token!r} has already been used once")
        if token._var is not self:
            raise ValueError(f"{token!r} was created by a different ContextVar")
        context = _stack[-1]
        if token._context is not context:
            raise ValueError(f"{token!r} was created in a different Context")
        token._used = True
        values = dict(context._values)
        if token._old is _NO:
            values.pop(self, None)
        else:
            values[self] = token._old
        context._values = values

    def __repr__(self):
        default = "" if self._default is _NO else f" default={self._default!r}"
        return f"<ContextVar name={self.name!r}{default} at {id(self):#x}>"

    def __class_getitem__(cls, item):
        return _alias(cls, item)


class Token:
    __slots__ = ("_context", "_var", "_old", "_used")

    def __reduce_ex__(self, protocol, /):
        raise TypeError("cannot pickle '_contextvars.Token' object")

    MISSING = _MISSING

    def __new__(cls, /, *args, **kwargs):
        raise RuntimeError("Tokens can only be created by ContextVars")

    def __init_subclass__(cls, /, **kwargs):
        _refuse("Token", kwargs)

    @property
    def var(self):
        return self._var

    @property
    def old_value(self):
        return _MISSING if self._old is _NO else self._old

    def __repr__(self):
        used = " used" if self._used else ""
        return f"<Token{used} var={self._var!r} at {id(self):#x}>"

    def __enter__(self):
        """Enter into Token context manager."""
        return self

    def __exit__(self, type, value, traceback, /):
        """Exit from Token context manager, restore the linked ContextVar."""
        self._var.reset(self)

    def __class_getitem__(cls, item):
        return _alias(cls, item)

    __hash__ = None


def _new_token(context, var, old):
    token = object.__new__(Token)
    token._context = context
    token._var = var
    token._old = old
    token._used = False
    return token


_alias = type(list[int])


def _outermost():
    """The context in which a thread begins."""
    context = Context()
    context._entered = True
    return context


# What the running thread has entered: threads exchange the items.
_stack = [_outermost()]

for _class in Context, ContextVar, Token:
    _class.__module__ = "_contextvars"

from _ttd_contexts import (
    copy_context, get as _get, register as _register, reset as _reset, run as _run, set as _set)

_register(Context, _stack, ContextVar, Token, _NO, _run, _get, _set, _reset)
