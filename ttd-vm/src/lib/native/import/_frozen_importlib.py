"""The import system of this interpreter, by the names that `importlib` knows it by."""

import _core

_library = _core.namespace()
_own = globals()
for _name in ("ModuleSpec", "BuiltinImporter", "FrozenImporter", "module_from_spec", "spec_from_loader"):
    _own[_name] = _library[_name]
_find_spec = _library["find_spec_of"]
_exec = _library["exec_spec"]
_load = _load_unlocked = _library["load_unlocked"]
_load_module_shim = _library["load_module_shim"]
_find_and_load = _library["find_and_load"]
_handle_fromlist = _library["handle_fromlist"]
_init_module_attrs = _library["init_module_attrs"]
_spec_from_module = _library["spec_of_module"]
_module_repr = _library["module_repr"]
_calc___package__ = _library["calc_package"]
__import__ = __import__
_ERR_MSG = "No module named {!r}"
del _name, _own


def _resolve_name(name, package, level):
    """Resolve a relative module name to an absolute one."""
    bits = package.rsplit(".", level - 1)
    if len(bits) < level:
        raise ImportError("attempted relative import beyond top-level package")
    return f"{bits[0]}.{name}" if name else bits[0]


def _sanity_check(name, package, level):
    if not isinstance(name, str):
        raise TypeError(f"module name must be str, not {type(name)}")
    if level < 0:
        raise ValueError("level must be >= 0")
    if level > 0:
        if not isinstance(package, str):
            raise TypeError("__package__ not set to a string")
        if not package:
            raise ImportError("attempted relative import with no known parent package")
    if not name and level == 0:
        raise ValueError("Empty module name")


def _gcd_import(name, package=None, level=0):
    """Import and return the module based on its name, package, and level."""
    _sanity_check(name, package, level)
    if level > 0:
        name = _resolve_name(name, package, level)
    return _find_and_load(name)


def _call_with_frames_removed(f, *args, **kwds):
    return f(*args, **kwds)


def _verbose_message(message, *args, verbosity=1):
    """Nothing is said about imports."""


def _setup(sys_module, _imp_module):
    """All is set up before the program starts."""


def _object_name(obj):
    try:
        return obj.__qualname__
    except AttributeError:
        return type(obj).__qualname__
