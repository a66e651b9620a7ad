"""The import system of this interpreter as far as it is about files, by the names that `importlib` knows it by."""

import _core
import posix as _os

_library = _core.namespace()
_own = globals()
for _name in ("SourceLoader", "FileLoader", "SourceFileLoader", "SourcelessFileLoader", "ExtensionFileLoader",
              "NamespaceLoader", "FileFinder", "PathFinder", "LibraryFinder", "LibraryLoader", "spec_from_file_location",
              "decode_source", "EXTENSION_SUFFIXES"):
    _own[_name] = _library[_name]
_LoaderBasics = _library["LoaderBasics"]
_NamespacePath = _library["NamespacePath"]
_NamespaceLoader = NamespaceLoader
del _name, _own

SOURCE_SUFFIXES = [".py"]
BYTECODE_SUFFIXES = DEBUG_BYTECODE_SUFFIXES = OPTIMIZED_BYTECODE_SUFFIXES = [".pyc"]
MAGIC_NUMBER = (3627).to_bytes(2, "little") + b"\r\n"
_RAW_MAGIC_NUMBER = int.from_bytes(MAGIC_NUMBER, "little")
path_sep = "/"
path_separators = "/"
path_sep_tuple = ("/",)
_PYCACHE = "__pycache__"
_OPT = "opt-"


class WindowsRegistryFinder:
    """Not on this system."""

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        return None


class AppleFrameworkLoader(ExtensionFileLoader):
    """Not on this system."""


def _pack_uint32(x):
    return (int(x) & 0xFFFFFFFF).to_bytes(4, "little")


def _unpack_uint64(data):
    assert len(data) == 8
    return int.from_bytes(data, "little")


def _unpack_uint32(data):
    assert len(data) == 4
    return int.from_bytes(data, "little")


def _unpack_uint16(data):
    assert len(data) == 2
    return int.from_bytes(data, "little")


def _path_join(*path_parts):
    """Replacement for os.path.join()."""
    return "/".join([part.rstrip("/") for part in path_parts if part])


def _path_split(path):
    """Replacement for os.path.split()."""
    head, slash, tail = path.rpartition("/")
    return (head, tail) if slash else ("", path)


def _path_stat(path):
    return _os.stat(path)


def _path_isabs(path):
    return path.startswith("/")


def _path_is_mode_type(path, mode):
    try:
        stat_result = _path_stat(path)
    except OSError:
        return False
    return (stat_result.st_mode & 0o170000) == mode


def _path_isfile(path):
    return _path_is_mode_type(path, 0o100000)


def _path_isdir(path):
    return _path_is_mode_type(path or _os.getcwd(), 0o040000)


def _path_abspath(path):
    return path if _path_isabs(path) else _path_join(_os.getcwd(), path)


def _calc_mode(path):
    """Calculate the mode permissions for a bytecode file."""
    try:
        mode = _path_stat(path).st_mode
    except OSError:
        mode = 0o666
    return mode | 0o200


def cache_from_source(path, debug_override=None, *, optimization=None):
    """Given the path to a .py file, return the path to its .pyc file: a name only, nothing is written there."""
    path = _os.fspath(path)
    head, tail = _path_split(path)
    base, dot, rest = tail.rpartition(".")
    name = (base if base else rest) + dot + "cpython-314"
    if optimization is not None and str(optimization) != "":
        if not str(optimization).isalnum():
            raise ValueError(f"{str(optimization)!r} is not alphanumeric")
        name = f"{name}.{_OPT}{optimization}"
    return _path_join(head, _PYCACHE, name + ".pyc") if head else _path_join(_PYCACHE, name + ".pyc")


def source_from_cache(path):
    """Given the path to a .pyc file, return the path to its .py file."""
    path = _os.fspath(path)
    head, pycache_filename = _path_split(path)
    head, pycache = _path_split(head)
    if pycache != _PYCACHE:
        raise ValueError(f"{_PYCACHE} not bottom-level directory in {path!r}")
    dots = pycache_filename.count(".")
    if dots not in {2, 3}:
        raise ValueError(f"expected only 2 or 3 dots in {pycache_filename!r}")
    return _path_join(head, pycache_filename.partition(".")[0] + ".py")


def _fix_up_module(ns, name, pathname, cpathname=None):
    loader = ns.get("__loader__")
    spec = ns.get("__spec__")
    if not loader:
        loader = spec.loader if spec else SourceFileLoader(name, pathname)
    if not spec:
        spec = spec_from_file_location(name, pathname, loader=loader)
    ns["__spec__"] = spec
    ns["__loader__"] = loader
    ns["__file__"] = pathname
    ns["__cached__"] = cpathname


def _get_supported_file_loaders():
    return list(_library["SUPPORTED_LOADERS"])


def _set_bootstrap_module(_bootstrap_module):
    """All is set up before the program starts."""


def _install(_bootstrap_module):
    """All is set up before the program starts."""
