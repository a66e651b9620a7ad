"""Makes `Decimal` of `_pydecimal` the native class. It keeps the methods of the class in Python, for what is rare."""

import sys

_methods = {}
_CLASS_PARTS = {"__module__", "__doc__", "__dict__", "__weakref__", "__slots__", "__match_args__", "__qualname__",
                "_sign", "_int", "_exp", "_is_special", "__static_attributes__", "__firstlineno__"}


def _slow(name, *args):
    return _methods[name](*args)


def __int__(self):
    """Converts self to an int, truncating if necessary."""
    return whole(self)


def __float__(self):
    """Float representation."""
    return float(self)


def _raising(errors):
    """`Context._raise_error`, with the arguments that the exceptions of CPython's own module have."""
    def _raise_error(self, condition, explanation=None, *args):
        error = errors.get(condition, condition)
        if error in self._ignored_flags:
            return error().handle(self, *args)
        self.flags[error] = 1
        if not self.traps[error]:
            return condition().handle(self, *args)
        raise error([condition])

    return _raise_error


def replace_class():
    """Replace the class, once."""
    if _methods:
        return
    install("__int__", __int__)
    install("__float__", __float__)
    import _pydecimal as python
    import _contextvars
    old = python.Decimal
    for name, value in vars(old).items():
        if name in _CLASS_PARTS:
            continue
        if name == "__new__":
            _methods[name] = value.__func__ if isinstance(value, staticmethod) else value
        elif not install(name, value):
            _methods[name] = value
    python.Decimal = Decimal
    python._dec_from_triple = triple
    python._numbers.Number.register(Decimal)
    python._Infinity = Decimal("Inf")
    python._NegativeInfinity = Decimal("-Inf")
    python._NaN = Decimal("NaN")
    python._Zero, python._One, python._NegativeOne = Decimal(0), Decimal(1), Decimal(-1)
    python._SignedInfinity = (python._Infinity, python._NegativeInfinity)
    templates = python.DefaultContext, python.BasicContext, python.ExtendedContext
    signals = python.Inexact, python.Rounded, templates, python.FloatOperation
    register(python._current_context_var, _contextvars._stack, python.Context, *signals, python.DecimalTuple)
    for name in "getcontext", "setcontext":
        _methods[name] = getattr(python, name)
        setattr(python, name, globals()[name])
    for name, function in (("copy", context_copy), ("__copy__", context_copy), ("__setattr__", context_setattr),
                           ("_shallow_copy", context_shallow_copy)):
        _methods["Context." + name] = vars(python.Context)[name]
        attach(python.Context, name, function)
    python.Context._raise_error = _raising(python._condition_map)
