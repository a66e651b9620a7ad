"""Finders and loaders: builtin modules, the library inside the binary, and the program's folders."""

import _core

LIBRARY_ROOT = _core.library_root()
SOURCE_SUFFIX = ".py"
# Results of `_core.find_file`.
FOUND_PACKAGE, FOUND_MODULE, FOUND_NAMESPACE, FOUND_EXTENSION = 1, 2, 3, 4


def requires(kind, test):
    def decorate(method):
        def checked(cls, fullname):
            if not test(fullname):
                raise ImportError(f"{fullname!r} is not a {kind} module", name=fullname)
            return method(cls, fullname)
        return checked
    return decorate


# ---- builtin modules

def builtin_spec(name):
    return ModuleSpec(name, BuiltinImporter, origin="built-in")


class BuiltinImporter:
    """Meta path import for built-in modules."""

    __module__ = "_frozen_importlib"
    _ORIGIN = "built-in"

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        if _core.is_builtin(fullname):
            return ModuleSpec(fullname, cls, origin="built-in")
        return None

    @staticmethod
    def create_module(spec):
        """Create a built-in module"""
        module = _core.builtin_module(spec.name)
        if module is None:
            raise ImportError(f"{spec.name!r} is not a built-in module", name=spec.name)
        return module

    @staticmethod
    def exec_module(module):
        """Exec a built-in module"""
        name = module.__spec__.name
        code = _core.builtin_code(name)
        if code is not None:
            namespace = module.__dict__
            _core.run_code(code, namespace, namespace)

    @classmethod
    @requires("built-in", _core.is_builtin)
    def get_code(cls, fullname):
        """Return None as built-in modules do not have code objects."""
        return None

    @classmethod
    @requires("built-in", _core.is_builtin)
    def get_source(cls, fullname):
        """Return None as built-in modules do not have source code."""
        return None

    @classmethod
    @requires("built-in", _core.is_builtin)
    def is_package(cls, fullname):
        """Return False as built-in modules are never packages."""
        return False

    load_module = classmethod(load_module_shim)


class FrozenImporter:
    """Meta path import for frozen modules: there are none, the library is found on `sys.path`."""

    __module__ = "_frozen_importlib"
    _ORIGIN = "frozen"

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        return None

    @staticmethod
    def create_module(spec):
        """Set __file__, if able."""

    @staticmethod
    def exec_module(module):
        raise ImportError(f"{module.__name__!r} is not a frozen module", name=module.__name__)


# ---- loaders

class LoaderBasics:
    """What the loaders of files share."""

    __module__ = "_frozen_importlib_external"
    __qualname__ = __name__ = "_LoaderBasics"

    def is_package(self, fullname):
        """Whether the file is a package's `__init__`."""
        stem = self.get_filename(fullname).rpartition("/")[2].rsplit(".", 1)[0]
        return stem == "__init__" and fullname.rpartition(".")[2] != "__init__"

    def create_module(self, spec):
        """Use default semantics for module creation."""

    def exec_module(self, module):
        """Execute the module."""
        code = self.get_code(module.__name__)
        if code is None:
            raise ImportError(f"cannot load module {module.__name__!r} when get_code() returns None")
        namespace = module.__dict__
        _core.audit("exec", code)
        _core.run_code(code, namespace, namespace)

    def load_module(self, fullname):
        """Load the named module into sys.modules and return it."""
        return load_module_shim(self, fullname)


class SourceLoader(LoaderBasics):
    __module__ = "_frozen_importlib_external"

    def path_mtime(self, path):
        raise OSError

    def path_stats(self, path):
        return {"mtime": self.path_mtime(path)}

    def _cache_bytecode(self, source_path, cache_path, data):
        return self.set_data(cache_path, data)

    def set_data(self, path, data):
        """Optional method which writes data (bytes) to a file path (a str)."""

    def get_source(self, fullname):
        """Concrete implementation of InspectLoader.get_source."""
        path = self.get_filename(fullname)
        try:
            data = self.get_data(path)
        except OSError as e:
            raise ImportError("source not available through get_data()", name=fullname) from e
        return decode_source(data)

    def source_to_code(self, data, path, *, _optimize=-1):
        """Return the code object compiled from source."""
        if isinstance(data, (str, bytes)) and _optimize == -1:
            _core.audit("compile", data, path)
            return _core.compile_file(data, path, self)
        return compile(data, path, "exec", dont_inherit=True, optimize=_optimize)

    def get_code(self, fullname):
        """Concrete implementation of InspectLoader.get_code."""
        return code_from_cache(self, fullname, self.get_filename(fullname))


def read_told_file(path):
    _core.audit("open", path, "r", 0x80000)
    return _core.read_file(path)


class FileLoader:
    """Base file loader class which implements the loader protocol methods that require file system usage."""

    __module__ = "_frozen_importlib_external"

    def __init__(self, fullname, path):
        self.name = fullname
        self.path = path

    def __eq__(self, other):
        return self.__class__ == other.__class__ and self.__dict__ == other.__dict__

    def __hash__(self):
        return hash(self.name) ^ hash(self.path)

    def load_module(self, fullname=None):
        """Load a module from a file."""
        return super().load_module(self.checked_name(fullname))

    def checked_name(self, fullname):
        if fullname is None:
            return self.name
        if fullname != self.name:
            raise ImportError(f"loader for {self.name} cannot handle {fullname}", name=fullname)
        return fullname

    def get_filename(self, fullname=None):
        """Return the path to the source file as found by the finder."""
        self.checked_name(fullname)
        return self.path

    def get_data(self, path):
        """Return the data from path as raw bytes."""
        return read_told_file(path)

    def get_resource_reader(self, module):
        from importlib.readers import FileReader
        return FileReader(self)


class SourceFileLoader(FileLoader, SourceLoader):
    """Concrete implementation of SourceLoader using the file system."""

    __module__ = "_frozen_importlib_external"

    def path_stats(self, path):
        """Return the metadata for the path."""
        import posix
        st = posix.stat(path)
        return {"mtime": st.st_mtime, "size": st.st_size}

    def get_code(self, fullname):
        path = self.get_filename(fullname)
        if type(self) is SourceFileLoader and sys_module.dont_write_bytecode:
            # Most have no compiled file. Asking for it first saves asking for the source's date.
            try:
                read_told_file(cache_from_source(path))
            except (OSError, NotImplementedError):
                return self.source_to_code(self.get_data(path), path)
        return code_from_cache(self, fullname, path)

    def _cache_bytecode(self, source_path, bytecode_path, data):
        return self.set_data(bytecode_path, data, _mode=calc_mode(source_path))

    def set_data(self, path, data, *, _mode=0o666):
        """Write bytes data to a file."""
        write_compiled(path, data, _mode)


class LibraryLoader(SourceFileLoader):
    """Loads what is in the binary."""

    __module__ = "_frozen_importlib_external"

    def get_code(self, fullname):
        return _core.library_code(self.checked_name(fullname))

    def exec_module(self, module):
        namespace, code = module.__dict__, _core.library_code(self.name)
        _core.audit("exec", code)
        _core.run_code(code, namespace, namespace)

    def get_source(self, fullname):
        return _core.library_source(self.checked_name(fullname))

    def get_data(self, path):
        text = _core.library_file(path)
        if text is None:
            raise FileNotFoundError(2, "No such file or directory", path)
        return text.encode()


class SourcelessFileLoader(FileLoader, LoaderBasics):
    """Loader which handles sourceless file imports."""

    __module__ = "_frozen_importlib_external"

    def get_code(self, fullname):
        path = self.get_filename(fullname)
        data = self.get_data(path)
        classify_pyc(data, fullname, {"name": fullname, "path": path})
        return compile_bytecode(data[16:], fullname, path)

    def get_source(self, fullname):
        """Return None as there is no source code."""
        return None


class ExtensionFileLoader(FileLoader, LoaderBasics):
    """Loader for extension modules: it says that they cannot be loaded."""

    __module__ = "_frozen_importlib_external"

    def __init__(self, name, path):
        self.name = name
        self.path = path

    def create_module(self, spec):
        package = spec.name.partition(".")[0]
        raise ImportError(f"C extensions cannot be loaded by ttd-py: {spec.name} of the package {package!r}",
                          name=spec.name, path=self.path)

    def exec_module(self, module):
        self.create_module(module.__spec__)

    def is_package(self, fullname):
        """Return True if the extension module is a package."""
        return self.path.rpartition("/")[2].startswith("__init__.")

    def get_code(self, fullname):
        """Return None as an extension module cannot create a code object."""
        return None

    def get_source(self, fullname):
        """Return None as extension modules have no source code."""
        return None


class NamespacePath:
    """The folders of a namespace package, found again when the parent's path has changed."""

    __module__ = "_frozen_importlib_external"

    def __init__(self, name, path, path_finder):
        self._name = name
        self._path = path
        self._last_parent_path = tuple(self._get_parent_path())
        self._last_epoch = PathFinder._epoch
        self._path_finder = path_finder

    def _get_parent_path(self):
        parent, dot, _ = self._name.rpartition(".")
        if not dot:
            return sys_module.path
        return modules[parent].__path__

    def _recalculate(self):
        parent_path = tuple(self._get_parent_path())
        if parent_path != self._last_parent_path or self._last_epoch != PathFinder._epoch:
            spec = self._path_finder(self._name, parent_path)
            if spec is not None and spec.loader is None and spec.submodule_search_locations:
                self._path = spec.submodule_search_locations
            self._last_parent_path = parent_path
            self._last_epoch = PathFinder._epoch
        return self._path

    def __iter__(self):
        return iter(self._recalculate())

    def __getitem__(self, index):
        return self._recalculate()[index]

    def __setitem__(self, index, path):
        self._path[index] = path

    def __len__(self):
        return len(self._recalculate())

    def __repr__(self):
        return f"_NamespacePath({self._path!r})"

    def __contains__(self, item):
        return item in self._recalculate()

    def append(self, item):
        self._path.append(item)


NamespacePath.__name__ = NamespacePath.__qualname__ = "_NamespacePath"


class NamespaceLoader:
    """The loader of namespace packages."""

    __module__ = "_frozen_importlib_external"

    def __init__(self, name, path, path_finder):
        self._path = NamespacePath(name, path, path_finder)

    def is_package(self, fullname):
        return True

    def get_source(self, fullname):
        return ""

    def get_code(self, fullname):
        return compile("", "<string>", "exec", dont_inherit=True)

    def create_module(self, spec):
        """Use default semantics for module creation."""

    def exec_module(self, module):
        pass

    def load_module(self, fullname):
        """Load the named module into sys.modules and return it."""
        return load_module_shim(self, fullname)

    def get_resource_reader(self, module):
        from importlib.readers import NamespaceReader
        return NamespaceReader(self._path)


# ---- finders

class LibraryFinder:
    """Finds the modules inside the binary."""

    __module__ = "_frozen_importlib_external"

    def __init__(self, path):
        self.path = path

    def find_spec(self, fullname, target=None):
        found = _core.library_find(fullname)
        if found is None:
            return None
        path, package = found
        if path.rpartition("/")[0] != (f"{self.path}/{fullname.rpartition('.')[2]}" if package else self.path):
            return None
        spec = ModuleSpec(fullname, LibraryLoader(fullname, path), origin=path)
        spec._set_fileattr = True
        if package:
            spec.submodule_search_locations = [path.rpartition("/")[0]]
        return spec

    def invalidate_caches(self):
        pass

    def iter_modules(self, prefix=""):
        for name, package in _core.library_names(self.path):
            yield prefix + name, package

    def __repr__(self):
        return f"LibraryFinder({self.path!r})"


class FileFinder:
    """File-based finder."""

    __module__ = "_frozen_importlib_external"

    def __init__(self, path, *loader_details):
        loaders = []
        for loader, suffixes in loader_details:
            loaders.extend((suffix, loader) for suffix in suffixes)
        self._loaders = loaders
        if not path or path == ".":
            path = working_folder()
        elif path[0] != "/":
            path = f"{working_folder()}/{path}"
        self.path = path

    def invalidate_caches(self):
        """Nothing is remembered about folders."""

    def _get_spec(self, loader_class, fullname, path, smsl, target):
        loader = loader_class(fullname, path)
        return spec_from_file_location(fullname, path, loader=loader, submodule_search_locations=smsl)

    def find_spec(self, fullname, target=None):
        """Try to find a spec for the specified module."""
        tail = fullname.rpartition(".")[2]
        kind, file = _core.find_file(self.path, tail)
        if kind == 0:
            return None
        if kind == FOUND_NAMESPACE:
            spec = ModuleSpec(fullname, None)
            spec.submodule_search_locations = [file]
            return spec
        suffix = file[file.rindex("/") + 1 + (len("__init__") if kind & 1 else len(tail)):]
        for known, loader in self._loaders:
            if known == suffix:
                spec = ModuleSpec(fullname, loader(fullname, file), origin=file)
                spec._set_fileattr = True
                if kind & 1:
                    spec.submodule_search_locations = [file.rpartition("/")[0]]
                return spec
        return None

    @classmethod
    def path_hook(cls, *loader_details):
        """A class method which returns a closure to use on sys.path_hook."""
        def path_hook_for_FileFinder(path):
            """Path hook for importlib.machinery.FileFinder."""
            import posix
            try:
                folder = posix.stat(path or ".").st_mode & 0o170000 == 0o040000
            except (OSError, ValueError):
                folder = False
            if not folder:
                raise ImportError("only directories are supported", path=path)
            return cls(path, *loader_details)
        return path_hook_for_FileFinder

    def __repr__(self):
        return f"FileFinder({self.path!r})"


EXTENSION_SUFFIXES = [".cpython-314-x86_64-linux-gnu.so", ".cpython-313-x86_64-linux-gnu.so", ".abi3.so", ".so"]
SUPPORTED_LOADERS = [(SourceFileLoader, [".py"]), (ExtensionFileLoader, EXTENSION_SUFFIXES),
                     (SourcelessFileLoader, [".pyc"])]
file_hook = FileFinder.path_hook(*SUPPORTED_LOADERS)


def library_hook(path):
    """Path hook for the library inside the binary."""
    if path == LIBRARY_ROOT or path.startswith(LIBRARY_ROOT + "/") and not path.endswith(SOURCE_SUFFIX):
        return LibraryFinder(path)
    raise ImportError("not in the library", path=path)


def archive_hook(path):
    """Path hook for ZIP archives and folders in them."""
    import posix
    file = path
    while file:
        try:
            kind = posix.stat(file).st_mode & 0o170000
        except (OSError, ValueError):
            # The last part may lie in the archive.
            file = file.rpartition("/")[0]
            continue
        if kind == 0o100000:
            if "zipimport" not in modules:
                # It is looked for along the same path, but not in this archive.
                sys_module.path_importer_cache[path] = None
            try:
                # The library need not be in the path.
                if "zipimport" not in modules:
                    load_unlocked(LibraryFinder(LIBRARY_ROOT).find_spec("zipimport"))
            finally:
                sys_module.path_importer_cache.pop(path, None)
            return modules["zipimport"].zipimporter(path)
        break
    raise ImportError("not a ZIP archive", path=path)


class PathFinder:
    """Meta path finder for sys.path and package __path__ attributes."""

    __module__ = "_frozen_importlib_external"

    # Counts what invalidates what namespace packages know of their folders.
    _epoch = 0

    @staticmethod
    def invalidate_caches():
        PathFinder._epoch += 1
        cache = sys_module.path_importer_cache
        for name, finder in list(cache.items()):
            if finder is None or not (isinstance(name, str) and (name[:1] == "/" or not name)):
                del cache[name]
            elif hasattr(finder, "invalidate_caches"):
                finder.invalidate_caches()

    @staticmethod
    def _path_hooks(path):
        for hook in sys_module.path_hooks:
            try:
                return hook(path)
            except ImportError:
                continue
        return None

    @classmethod
    def _path_importer_cache(cls, path):
        if path == "":
            try:
                path = working_folder()
            except (FileNotFoundError, PermissionError):
                return None
        cache = sys_module.path_importer_cache
        try:
            return cache[path]
        except KeyError:
            finder = cache[path] = cls._path_hooks(path)
            return finder

    @classmethod
    def _get_spec(cls, fullname, path, target=None):
        namespace = []
        cache = sys_module.path_importer_cache
        for entry in path:
            if not isinstance(entry, str):
                continue
            finder = cache.get(entry) if entry else None
            if finder is None:
                finder = cls._path_importer_cache(entry)
                if finder is None:
                    continue
            spec = finder.find_spec(fullname, target)
            if spec is None:
                continue
            if spec.loader is not None:
                return spec
            portions = spec.submodule_search_locations
            if portions is None:
                raise ImportError("spec missing loader")
            namespace.extend(portions)
        if not namespace:
            return None
        spec = ModuleSpec(fullname, None)
        spec.submodule_search_locations = namespace
        return spec

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        """Try to find a spec for 'fullname' on sys.path or 'path'."""
        if path is None:
            path = sys_module.path
        spec = cls._get_spec(fullname, path, target)
        if spec is None:
            return None
        if spec.loader is None:
            if not spec.submodule_search_locations:
                return None
            spec.origin = None
            spec.submodule_search_locations = NamespacePath(fullname, spec.submodule_search_locations, cls._get_spec)
        return spec

    @staticmethod
    def find_distributions(*args, **kwargs):
        """Find distributions."""
        from importlib.metadata import MetadataPathFinder
        return MetadataPathFinder.find_distributions(*args, **kwargs)


def working_folder():
    import _posix
    return _posix.getcwd()


def spec_from_file_location(name, location=None, *, loader=None, submodule_search_locations=ABSENT_MODULE):
    """Return a module spec based on a file location."""
    if location is None:
        location = "<unknown>"
        if hasattr(loader, "get_filename"):
            try:
                location = loader.get_filename(name)
            except ImportError:
                pass
    else:
        import posix
        location = posix.fspath(location)
        if location[:1] != "/" and location[:1] != "<":
            location = f"{working_folder()}/{location}"
    spec = ModuleSpec(name, loader, origin=location)
    spec._set_fileattr = True
    if loader is None:
        for loader_class, suffixes in SUPPORTED_LOADERS:
            if location.endswith(tuple(suffixes)):
                loader = loader_class(name, location)
                spec.loader = loader
                break
        else:
            return None
    if submodule_search_locations is ABSENT_MODULE:
        if hasattr(loader, "is_package"):
            try:
                if loader.is_package(name):
                    spec.submodule_search_locations = []
            except ImportError:
                pass
    else:
        spec.submodule_search_locations = submodule_search_locations
    if spec.submodule_search_locations == [] and location:
        spec.submodule_search_locations.append(location.rpartition("/")[0])
    return spec


def decode_source(source_bytes):
    """Decode bytes representing source code and return the string."""
    return _core.decode_source(source_bytes)
