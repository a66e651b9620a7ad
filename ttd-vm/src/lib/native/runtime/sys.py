import _core

_library = _core.namespace()
_make = _library["make_struct"]

# ---- the interpreter

version_info = _make("sys", "version_info", ("major", "minor", "micro", "releaselevel", "serial"))(
    (3, 14, 0, "final", 0))
hexversion = 0x030E00F0
# In the form that `platform` takes apart: version (build, date, time) [compiler].
version = "3.14.0 (main, Oct  7 2025, 00:00:00) [ttd-py]"
copyright = "Python: Copyright (c) Python Software Foundation. All Rights Reserved."
api_version = 1013
abiflags = ""
platform = "linux"
platlibdir = "lib"
byteorder = "little"
maxsize = 0x7FFF_FFFF_FFFF_FFFF
maxunicode = 0x10FFFF
float_repr_style = "short"
implementation = _library["SimpleNamespace"](
    name="ttd-py", cache_tag="ttd-314", version=version_info, hexversion=hexversion,
    _multiarch="x86_64-linux-gnu")
builtin_module_names = _core.builtin_names()
exec_prefix, base_exec_prefix = prefix, base_prefix
_stdlib_dir = _core.library_root()
_home = None if prefix == base_prefix else _base_executable.rpartition("/")[0]
_framework = ""
_git = ("ttd-py", "", "")
dont_write_bytecode = True
_xoptions = {}
for _option in _given_options:
    _name, _equals, _value = _option.partition("=")
    _xoptions[_name] = _value if _equals else True
_from_environment = dict([setting.split("=", 1) for setting in _from_environment])
pycache_prefix = _xoptions.get("pycache_prefix", _from_environment.get("pycache_prefix"))
if pycache_prefix is True or not pycache_prefix:
    pycache_prefix = None
# Without a command line (in tests) there are the program's arguments.
orig_argv = [executable, *(orig_argv or argv)]
_given_flags = dict([(name, int(value)) for name, _, value in [flag.partition("=") for flag in _given_flags]])

_flags = ("debug", "inspect", "interactive", "optimize", "dont_write_bytecode", "no_user_site", "no_site",
          "ignore_environment", "verbose", "bytes_warning", "quiet", "hash_randomization", "isolated", "dev_mode",
          "utf8_mode", "warn_default_encoding", "safe_path", "int_max_str_digits", "gil", "thread_inherit_context",
          "context_aware_warnings")
_default_flags = (0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, False, 1, 0, False, 4300, 1, 0, 0)
flags = [_given_flags.get(name, value) for name, value in zip(_flags, _default_flags)]
flags[13], flags[16] = bool(flags[13]), bool(flags[16])
flags = _make("sys", "flags", _flags, 18)(flags)
dont_write_bytecode = bool(flags.dont_write_bytecode)
del _given_flags, _given_options, _default_flags


def _no_more(module, name):
    def __new__(cls, *args, **kwargs):
        raise TypeError(f"cannot create '{module}.{name}' instances")
    return __new__


for _only in version_info, flags:
    type(_only).__new__ = _no_more("sys", type(_only).__name__)
del _only, _no_more
float_info = _make("sys", "float_info", ("max", "max_exp", "max_10_exp", "min", "min_exp", "min_10_exp", "dig",
                                         "mant_dig", "epsilon", "radix", "rounds"))(
    (1.7976931348623157e+308, 1024, 308, 2.2250738585072014e-308, -1021, -307, 15, 53, 2.220446049250313e-16, 2, 1))
int_info = _make("sys", "int_info", ("bits_per_digit", "sizeof_digit", "default_max_str_digits",
                                     "str_digits_check_threshold"))((30, 4, 4300, 640))
hash_info = _make("sys", "hash_info", ("width", "modulus", "inf", "nan", "imag", "algorithm", "hash_bits", "seed_bits",
                                       "cutoff"))(
    (64, (1 << 61) - 1, 314159, 0, 1000003, "siphash13", 64, 128, 0))
thread_info = _make("sys", "thread_info", ("name", "lock", "version"))(("pthread", "semaphore", None))
UnraisableHookArgs = _make("sys", "UnraisableHookArgs", ("exc_type", "exc_value", "exc_traceback", "err_msg", "object"))

stdlib_module_names = frozenset(_core.stdlib_names())


# ---- hooks

def displayhook(object, /):
    """Print an object to sys.stdout and also save it in builtins._"""
    if object is None:
        return
    import builtins
    builtins._ = None
    out = globals().get("stdout")
    if out is None:
        raise RuntimeError("lost sys.stdout")
    text = repr(object)
    try:
        out.write(text)
    except UnicodeEncodeError:
        out.write(text.encode(out.encoding, "backslashreplace").decode(out.encoding))
    out.write("\n")
    builtins._ = object


__displayhook__ = displayhook


def excepthook(exctype, value, traceback, /):
    """Handle an exception by displaying it with a traceback on sys.stderr."""
    if isinstance(value, BaseException):
        stderr.write(_core.format_exception(value.with_traceback(traceback)))
    else:
        given = type(value).__name__
        stderr.write(f"TypeError: print_exception(): Exception expected for value, {given} found\n")


__excepthook__ = excepthook
__unraisablehook__ = unraisablehook


# ---- settings

_switch_interval = 0.005


def getswitchinterval():
    """Return the current thread switch interval; see sys.setswitchinterval()."""
    return _switch_interval


def setswitchinterval(interval, /):
    """Set the ideal thread switching delay inside the Python interpreter."""
    global _switch_interval
    if interval <= 0:
        raise ValueError("switch interval must be strictly positive")
    _switch_interval = float(interval)
    import _thread
    _thread._set_switch_interval(_switch_interval)


def is_finalizing():
    """Return True if Python is exiting."""
    return _core.is_ending()


def getfilesystemencodeerrors():
    """Return the error mode used for Unicode to filename conversion."""
    return "surrogateescape"


def _get_cpu_count_config():
    """Private function for getting PyConfig.cpu_count"""
    count = _xoptions.get("cpu_count", _from_environment.get("cpu_count", "default"))
    return int(count) if count != "default" else -1


def getallocatedblocks():
    """Return the number of memory blocks currently allocated."""
    return 0


def getunicodeinternedsize(*, _only_immortal=False):
    """Return the number of elements of the unicode interned dictionary: which strings were interned before is no part
    of a run."""
    return 0


# RTLD_NOW, which CPython is built with.
_dlopen_flags = 2


def getdlopenflags():
    """Return the current value of the flags that are used for dlopen calls."""
    return _dlopen_flags


def setdlopenflags(flags, /):
    """Set the flags used by the interpreter for dlopen calls: there are none, they are only kept."""
    global _dlopen_flags
    from _operator import index
    flags = index(flags)
    if not -0x8000_0000 <= flags < 0x8000_0000:
        raise OverflowError("Python int too large to convert to C int")
    _dlopen_flags = flags


def getrefcount(object, /):
    """Return the reference count of object: references are not counted here, so it is always the least there can be."""
    return 2


def _clear_type_descriptors(type, /):
    import _core
    _core.drop_instance_descriptors(type)


def _clear_type_cache():
    """Clear the internal type lookup cache."""


def _clear_type_descriptors(type, /):
    """Private function for clearing certain descriptors from a type's dictionary: there is nothing that keeps it alive."""


def _clear_internal_caches():
    """Clear all internal performance-related caches."""


def _is_gil_enabled():
    """Return True if the GIL is currently enabled and False if it's disabled."""
    return True


def _is_interned(string, /):
    """Return True if the given string is interned."""
    return intern(string) is string


def _debugmallocstats():
    """Print debug info to stderr about the state of pymalloc and structmalloc."""


def activate_stack_trampoline(backend, /):
    """Activate stack profiler trampoline *backend*."""
    raise NotImplementedError("sys.activate_stack_trampoline is not supported by ttd-py yet")


def deactivate_stack_trampoline():
    """Deactivate the current stack profiler trampoline backend."""


def is_stack_trampoline_active():
    """Return *True* if a stack profiler trampoline is active."""
    return False


monitoring = _core.new_module("sys.monitoring")
_library["fill_monitoring"](monitoring.__dict__)
