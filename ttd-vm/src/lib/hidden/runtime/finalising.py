"""Finalisers and what they raise; weak proxies."""

DEL, CALLBACK, CLOSE, UNAWAITED, HOOK = range(5)

# How many files are open for writing, by the last parts of their paths, as bytes: see `_io`.
written_names = {}


def run_finalizers(jobs):
    for kind, target, extra in jobs:
        try:
            if kind == DEL:
                extra = _core.type_lookup(type(target), "__del__")
                getattr(extra, "__get__", lambda *_: extra)(target, type(target))()
            elif kind == CLOSE:
                _core.close_generator(target)
            elif kind == UNAWAITED:
                never_awaited(target)
            else:
                extra(target)
        except BaseException as e:
            unraisable(e, extra if kind in (DEL, CALLBACK) else target)


def never_awaited(coroutine):
    try:
        warnings = import_("warnings", {}, ("warn",), 0)
    except ImportError:
        sys = modules.get("sys")
        if sys is not None:
            sys.stderr.write(f"RuntimeWarning: coroutine '{coroutine.__qualname__}' was never awaited\n")
        return
    warn = getattr(warnings, "_warn_unawaited_coroutine", None)
    told = warn is not None
    try:
        if told:
            warn(coroutine)
    except BaseException as e:
        told = isinstance(e, RuntimeWarning)
        unraisable(e, coroutine)
    if not told:
        warnings.warn(f"coroutine '{coroutine.__qualname__}' was never awaited", RuntimeWarning, 1, coroutine)


def generator_del(generator):
    """`generator.__del__()`: closes it, and tells of what that raises."""
    try:
        _core.close_generator(generator)
    except BaseException as e:
        unraisable(e, generator)


class UnraisableHookArgs(tuple):
    exc_type = property(lambda self: self[0])
    exc_value = property(lambda self: self[1])
    exc_traceback = property(lambda self: self[2])
    err_msg = property(lambda self: self[3])
    object = property(lambda self: self[4])

    def __repr__(self):
        return ("UnraisableHookArgs(exc_type=%r, exc_value=%r, exc_traceback=%r, err_msg=%r, object=%r)"
                % tuple(self))


UnraisableHookArgs.__module__ = "sys"


def unraisable(exc, where, message=None):
    """Tells of an exception that nobody can catch, by sys.unraisablehook."""
    sys = import_("sys", {}, ("stderr",), 0)
    hook = getattr(sys, "unraisablehook", unraisable_hook)
    args = UnraisableHookArgs((type(exc), exc, exc.__traceback__, message, where))
    try:
        _core.audit("sys.unraisablehook", hook, args)
        hook(args)
    except BaseException as e:
        unraisable_hook(UnraisableHookArgs((type(e), e, e.__traceback__, "Exception ignored in sys.unraisablehook", hook)))


def unraisable_hook(args, /):
    sys = import_("sys", {}, ("stderr",), 0)
    text = ""
    if args.object is not None:
        try:
            shown = repr(args.object)
        except BaseException:
            shown = "<object repr() failed>"
        text = f"{args.err_msg or 'Exception ignored in'}: {shown}\n"
    elif args.err_msg is not None:
        text = f"{args.err_msg}:\n"
    if sys.stderr is not None:
        sys.stderr.write(text + _core.ignored_text(args.exc_value))


# ---- weak proxies

behind = _core.behind


class WeakProxy:
    __slots__ = ("ref", "__weakref__")
    __hash__ = None

    def __getattribute__(self, name):
        return getattr(behind(self), name)

    def __setattr__(self, name, value):
        setattr(behind(self), name, value)

    def __delattr__(self, name):
        delattr(behind(self), name)

    def __repr__(self):
        target = object.__getattribute__(self, "ref")()
        kind = type(self).__name__
        return f"<{kind} at {id(self):#x}; to '{type(target).__name__}' at {id(target):#x}>"

    def __str__(self):
        return str(behind(self))

    def __bytes__(self):
        return bytes(behind(self))

    def __bool__(self):
        return bool(behind(self))

    def __len__(self):
        return len(behind(self))

    def __iter__(self):
        return iter(behind(self))

    def __next__(self):
        target = behind(self)
        if _core.type_lookup(type(target), "__next__") is None:
            raise TypeError(f"Weakref proxy referenced a non-iterator '{type(target).__name__}' object")
        return next(target)

    def __reversed__(self):
        return reversed(behind(self))

    def __contains__(self, item):
        return item in behind(self)

    def __getitem__(self, key):
        return behind(self)[key]

    def __setitem__(self, key, value):
        behind(self)[key] = value

    def __delitem__(self, key):
        del behind(self)[key]

    def __int__(self):
        return int(behind(self))

    def __float__(self):
        return float(behind(self))

    def __index__(self):
        return behind(self).__index__()

    def __abs__(self):
        return abs(behind(self))

    def __neg__(self):
        return -behind(self)

    def __pos__(self):
        return +behind(self)

    def __invert__(self):
        return ~behind(self)

    def __eq__(self, other):
        return behind(self) == behind(other)

    def __ne__(self, other):
        return behind(self) != behind(other)

    def __lt__(self, other):
        return behind(self) < behind(other)

    def __le__(self, other):
        return behind(self) <= behind(other)

    def __gt__(self, other):
        return behind(self) > behind(other)

    def __ge__(self, other):
        return behind(self) >= behind(other)


def forward_operators():
    """The binary operators of proxies."""
    operators = {
        "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b,
        "truediv": lambda a, b: a / b, "floordiv": lambda a, b: a // b, "mod": lambda a, b: a % b,
        "pow": lambda a, b: a ** b, "matmul": lambda a, b: a @ b, "and": lambda a, b: a & b,
        "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b, "lshift": lambda a, b: a << b,
        "rshift": lambda a, b: a >> b,
    }

    def forward(operator, swapped):
        if swapped:
            return lambda self, other: operator(behind(other), behind(self))
        return lambda self, other: operator(behind(self), behind(other))

    def in_place(name, operator):
        name = f"__i{name}__"

        def change(self, other):
            target, other = behind(self), behind(other)
            method = _core.type_lookup(type(target), name)
            if method is not None:
                result = method(target, other)
                if result is not NotImplemented:
                    return result
            return operator(target, other)

        return change

    for name, operator in operators.items():
        setattr(WeakProxy, f"__{name}__", forward(operator, False))
        setattr(WeakProxy, f"__r{name}__", forward(operator, True))
        setattr(WeakProxy, f"__i{name}__", in_place(name, operator))


forward_operators()


class WeakCallableProxy(WeakProxy):
    __slots__ = ()

    def __call__(self, /, *args, **kwargs):
        return behind(self)(*args, **kwargs)


WeakProxy.__name__ = WeakProxy.__qualname__ = "ProxyType"
WeakCallableProxy.__name__ = WeakCallableProxy.__qualname__ = "CallableProxyType"
WeakProxy.__module__ = WeakCallableProxy.__module__ = "weakref"
