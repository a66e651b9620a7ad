"""What the interpreter itself leaves to Python: making instances and classes, generators, exception groups.

All of this runs in frames like any other code, so a program can be stopped and travelled through anywhere; none of it
is visible as events.
"""

import _core


# ---- instances and classes

def type_call(cls, /, *args, **kwargs):
    made = _core.call_new(cls, args, kwargs)
    if type(made) is cls or cls in type(made).__mro__:
        init = _core.find_init(type(made))
        if init is not None:
            result = init(made, *args, **kwargs)
            if result is not None:
                raise TypeError(f"__init__() should return None, not '{type(result).__name__}'")
    return made


def init_then(made, init, /, *args, **kwargs):
    init(*args, **kwargs)
    return made


def build_class(func, name, /, *bases, metaclass=None, **kwargs):
    resolved = resolve_bases(bases)
    meta = metaclass
    if meta is None:
        meta = type(resolved[0]) if resolved else type
    if isinstance(meta, type):
        meta = _core.best_metaclass(meta, resolved)
    prepare = getattr(meta, "__prepare__", None)
    namespace = {} if prepare is None or meta is type else prepare(name, resolved, **kwargs)
    if not isinstance(namespace, dict) and _core.type_lookup(type(namespace), "__getitem__") is None:
        shown = meta.__name__ if isinstance(meta, type) else "<metaclass>"
        raise TypeError(f"{shown}.__prepare__() must return a mapping, not {type(namespace).__name__}")
    cell = _core.run_class_body(func, namespace)
    if resolved is not bases and "__orig_bases__" not in namespace:
        namespace["__orig_bases__"] = bases
    made = new_class(meta, name, resolved, namespace, kwargs)
    if cell is not None and isinstance(made, type):
        _core.check_class_cell(cell, made)
    return made


def resolve_bases(bases):
    for base in bases:
        if not isinstance(base, type) and hasattr(base, "__mro_entries__"):
            break
    else:
        return bases
    out = []
    for base in bases:
        if isinstance(base, type) or not hasattr(base, "__mro_entries__"):
            out.append(base)
        else:
            entries = base.__mro_entries__(bases)
            if not isinstance(entries, tuple):
                raise TypeError("__mro_entries__ must return a tuple")
            out.extend(entries)
    return tuple(out)


def new_class(meta, name, bases, namespace, kwargs):
    if meta is type:
        return make_class(type, name, bases, namespace, kwargs)
    return meta(name, bases, namespace, **kwargs)


type_mro = type.__dict__["mro"]


def make_class(meta, name, bases, namespace, kwargs):
    """type.__new__: the class itself is made natively, what calls back is done here."""
    for base in bases:
        if not isinstance(base, type) and hasattr(base, "__mro_entries__"):
            raise TypeError("type() doesn't support MRO entry resolution; use types.new_class()")
    winner = _core.best_metaclass(meta, bases)
    if winner is not meta:
        new = winner.__new__
        if new is not type.__new__:
            return new(winner, name, bases, namespace, **kwargs)
        meta = winner
    made = _core.new_class(meta, name, bases, namespace)
    if meta is not type:
        order = _core.type_lookup(meta, "mro")
        if order is not type_mro:
            _core.set_mro(made, order(made))
    for key, value in list(_core.class_items(made)):
        hook = _core.type_lookup(type(value), "__set_name__")
        if hook is not None:
            try:
                hook(value, made, key)
            except BaseException as e:
                e.add_note(f"Error calling __set_name__ on '{type(value).__name__}' instance {key!r}"
                           f" in '{made.__name__}'")
                raise
    super(made, made).__init_subclass__(**kwargs)
    return made


def call_special(found, obj, /, *args, **kwargs):
    """A special method that is no function."""
    get = _core.type_lookup(type(found), "__get__")
    if get is not None:
        found = get(found, obj, type(obj))
    return found(*args, **kwargs)


def call_comparison(found, obj, /, other):
    """As `call_special`, for methods that compare: one that cannot be bound is none."""
    get = _core.type_lookup(type(found), "__get__")
    if get is not None:
        try:
            found = get(found, obj, type(obj))
        except BaseException:
            return NotImplemented
    return found(other)


# The classes of special methods that are called with the object as their first argument.
PLAIN_KINDS = (type(call_special), type(list.append), type(list.__len__))


def special_of(obj, name):
    """A special method of an object's class, bound to the object by its own rules, or None."""
    found = _core.type_lookup(type(obj), name)
    if found is None:
        return None
    get = _core.type_lookup(type(found), "__get__")
    return found if get is None else get(found, obj, type(obj))


def warn_of_keys(cls):
    import warnings
    warnings.warn(f"non-string key in the __dict__ of class {cls.__name__}", RuntimeWarning, 2)
    return cls


def throw_old(generator, given):
    import warnings
    warnings.warn("the (type, exc, tb) signature of throw() is deprecated, use the single-arg signature instead.",
                  DeprecationWarning, 2)
    if len(given) == 3 and given[2] is not None and type(given[2]) is not _core.builtin_type("traceback"):
        raise TypeError("throw() third argument must be a traceback object")
    return _core.throw_now(generator, given)


def athrow_old(made):
    import warnings
    warnings.warn("the (type, exc, tb) signature of athrow() is deprecated, use the single-arg signature instead.",
                  DeprecationWarning, 2)
    return made


def warn_of_code():
    import warnings
    warnings.warn("Assigning a code object of non-matching type is deprecated (e.g., from a generator to a plain function)",
                  DeprecationWarning, 2)


def refuse_abstract(cls):
    names = sorted(cls.__abstractmethods__)
    plural = "s" if len(names) > 1 else ""
    raise TypeError(f"Can't instantiate abstract class {cls.__name__} without an implementation for"
                    f" abstract method{plural} '" + "', '".join(names) + "'")


# ---- imports on demand

def call_hidden(module, name, *args):
    """Calls a function of one of the interpreter's own modules."""
    found = modules.get(module)
    if found is None:
        found = find_builtin(module)
    return getattr(found, name)(*args)


def compiler_warnings(found):
    """Gives the warnings of the compiler."""
    import sys
    if sys.warnoptions and "warnings" not in modules:
        # Importing it applies the warning options.
        import warnings
    call_hidden("_warnings", "_of_compiler", found)


# ---- match

def match_class(subject, cls, names, positional):
    if isinstance(subject, cls):
        return _core.match_attributes(subject, cls, names, positional)
    return None


# ---- generators

ABSENT = object()


def generator_throw(generator, inner, *given):
    """throw() where what the generator delegates to is no generator."""
    throw = getattr(inner, "throw", ABSENT)
    if throw is ABSENT:
        return _core.throw_here(generator, *given)
    raised = None
    _core.begin_delegating(generator)
    try:
        value = throw(*given)
    except BaseException as e:
        raised = e
    if raised is not None:
        return _core.throw_here(generator, raised)
    _core.end_delegating(generator)
    return value


def close_inner(generator, inner):
    """Closes what the generator delegates to. Returns what that raised, or None."""
    _core.begin_delegating(generator)
    try:
        close = getattr(inner, "close", ABSENT)
    except BaseException as e:
        unraisable(e, inner)
        return None
    try:
        if close is not ABSENT:
            close()
    except BaseException as e:
        return e


def generator_exit(generator, inner, *given):
    """throw() of a GeneratorExit."""
    raised = close_inner(generator, inner)
    if raised is not None:
        return _core.throw_here(generator, raised)
    return _core.throw_here(generator, *given)


def generator_close(generator, inner):
    raised = close_inner(generator, inner)
    return _core.close_here(generator, GeneratorExit() if raised is None else raised)


def close_with(generator, exc):
    return _core.close_here(generator, exc)


def next_or(it, default):
    return next(it, default)


# ---- patterns

# Classes whose instances `match` treats as sequences or mappings: those of `collections.abc` and registered ones.
pattern_sequences = {}
pattern_mappings = {}


# ---- the prompt

def display_hook(value):
    hook = getattr(modules["sys"], "displayhook", None)
    if hook is None:
        raise RuntimeError("lost sys.displayhook")
    hook(value)


def audit_excepthook(exc):
    """Tells of an exception that ends the program; returns whether a hook wants nothing shown of it."""
    hook = getattr(modules["sys"], "excepthook", None)
    try:
        _core.audit("sys.excepthook", hook, type(exc), exc, exc.__traceback__)
    except RuntimeError:
        return True
    except BaseException as e:
        unraisable(e, None, "Exception ignored in audit hook")
    return False


def own_excepthook():
    """The program's `sys.excepthook`, or None when it is the normal one."""
    sys = modules["sys"]
    hook = getattr(sys, "excepthook", None)
    return None if hook is sys.__dict__["__excepthook__"] else hook


# ---- exception groups

def eg_match(exc, kind):
    kinds = kind if isinstance(kind, tuple) else (kind,)
    for k in kinds:
        if not (isinstance(k, type) and issubclass(k, BaseException)):
            raise TypeError("catching classes that do not inherit from BaseException is not allowed")
        if issubclass(k, BaseExceptionGroup):
            raise TypeError("catching ExceptionGroup with except* is not allowed. Use except instead.")
    if exc is None:
        return None, None
    if isinstance(exc, BaseExceptionGroup):
        matched, rest = exc.split(kind)
        return rest, matched
    if isinstance(exc, kind):
        group = BaseExceptionGroup("", [exc])
        group.__traceback__ = exc.__traceback__
        return None, group
    return exc, None


def prep_reraise_star(original, raised):
    raised = [e for e in raised if e is not None]
    if not raised:
        return None
    if not isinstance(original, BaseExceptionGroup):
        return raised[0]
    new = []
    again = []
    for e in raised:
        if isinstance(e, BaseExceptionGroup) and _core.same_group(e, original):
            again.append(e)
        else:
            new.append(e)
    if again:
        leaves = set()
        for e in again:
            collect_leaves(e, leaves)
        kept = original.subgroup(lambda e: id(e) in leaves)
        if not new:
            return kept
        new.append(kept)
    if len(new) == 1:
        return new[0]
    return BaseExceptionGroup("", new)


def collect_leaves(exc, into):
    if isinstance(exc, BaseExceptionGroup):
        for e in exc.exceptions:
            collect_leaves(e, into)
    else:
        into.add(id(exc))


# ---- helpers of object and sys

def ne_from_eq(eq, a, b):
    result = eq(a, b)
    if result is NotImplemented:
        return result
    return not result


def call_for_none(function, *args):
    function(*args)


def class_dir(value):
    names = set()
    for cls in value.__mro__:
        names.update(cls.__dict__)
    return sorted(names)


def object_dir(value):
    names = set()
    own = getattr(value, "__dict__", None)
    if isinstance(own, dict):
        names.update(own)
    for cls in getattr(getattr(value, "__class__", None), "__mro__", ()):
        names.update(cls.__dict__)
    return sorted(names)


# ---- dir()

def sorted_names(namespace):
    return sorted(namespace if type(namespace) is dict else namespace.keys())


def dir_of(value):
    return sorted(type(value).__dir__(value))
