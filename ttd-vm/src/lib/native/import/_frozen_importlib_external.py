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
cache_from_source, source_from_cache = _library["cache_from_source"], _library["source_from_cache"]
for _name in ("classify_pyc", "validate_timestamp_pyc", "validate_hash_pyc", "compile_bytecode",
              "code_to_timestamp_pyc", "code_to_hash_pyc", "calc_mode", "write_atomic"):
    _own["_" + _name] = _library[_name]
del _name, _own

SOURCE_SUFFIXES = [".py"]
BYTECODE_SUFFIXES = DEBUG_BYTECODE_SUFFIXES = OPTIMIZED_BYTECODE_SUFFIXES = [".pyc"]
MAGIC_NUMBER = _library["MAGIC_NUMBER"]
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


def _get_sourcefile(bytecode_path):
    """The path of the source of a compiled file, if that is there."""
    stem, _, extension = bytecode_path.rpartition(".")
    if not bytecode_path:
        return None
    if not stem or extension.lower()[-3:-1] != "py":
        return bytecode_path
    try:
        source_path = source_from_cache(bytecode_path)
    except (NotImplementedError, ValueError):
        source_path = bytecode_path[:-1]
    return source_path if _path_isfile(source_path) else bytecode_path


def _get_cached(filename):
    return _library["cached_file"](filename)


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
