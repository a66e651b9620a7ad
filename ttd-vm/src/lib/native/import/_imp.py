"""(Extremely) low-level import machinery bits as used by importlib."""

import _core

check_hash_based_pycs = "default"
pyc_magic_number_token = _core.magic_number() | 0x0A0D0000


def _program_sources():
    """The program in the form of `linecache`, if it is the text that the option -c gave."""
    lines = _core.program_lines("<string>")
    return {"<string>": (sum(map(len, lines)), None, lines, "<string>")} if lines else {}


def acquire_lock():
    """Acquires the interpreter's import lock for the current thread: there is one thread."""


def release_lock():
    """Release the interpreter's import lock."""


def lock_held():
    """Return True if the import lock is currently held, else False."""
    return False


def extension_suffixes():
    """Returns the list of file suffixes used to identify extension modules."""
    # The first is what `sysconfig` says; those after it are of files that are there for other interpreters.
    return [".ttd-py-314-x86_64-linux-gnu.so", *_core.namespace()["EXTENSION_SUFFIXES"]]


def is_builtin(name, /):
    """Returns True if the module name corresponds to a built-in module."""
    return -1 if name in ("builtins", "sys") else int(_core.is_builtin(name))


def is_frozen(name, /):
    """Returns True if the module name corresponds to a frozen module."""
    return False


def is_frozen_package(name, /):
    """Returns True if the module name is of a frozen package."""
    raise ImportError(f"No such frozen object named {name}", name=name)


def find_frozen(name, /, *, withdata=False):
    """Return info about the corresponding frozen module (if there is one) or None."""
    return None


def init_frozen(name, /):
    """Initializes a frozen module."""
    return None


def get_frozen_object(name, data=None, /):
    """Create a code object for a frozen module."""
    if data is None:
        raise ImportError(f"No such frozen object named {name}", name=name)
    import marshal
    code = None
    try:
        code = marshal.loads(data)
    except Exception:
        pass
    if not isinstance(code, type(get_frozen_object.__code__)):
        raise ImportError(f"Frozen object named {name!r} is invalid", name=name)
    return code


def create_builtin(spec, /):
    """Create an extension module."""
    return _core.builtin_module(spec.name)


def exec_builtin(mod, /):
    """Initialize a built-in module."""
    code = _core.builtin_code(mod.__name__)
    if code is not None:
        _core.run_code(code, mod.__dict__, mod.__dict__)
    return 0


def create_dynamic(spec, file=None, /):
    """Create an extension module."""
    raise ImportError(f"C extensions cannot be loaded by ttd-py: {spec.name}", name=spec.name, path=spec.origin)


def exec_dynamic(mod, /):
    """Initialize an extension module."""
    return 0


def source_hash(key, source):
    """The hash of a source file that compiled files carry."""
    return _core.source_hash(key, source)


def _fix_co_filename(code, path, /):
    """Changes code.co_filename to specify the passed-in file path: code is never moved."""


def _override_frozen_modules_for_tests(override, /):
    """There are no frozen modules."""


def _override_multi_interp_extensions_check(override, /):
    return 0
