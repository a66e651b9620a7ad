"""Importing: `import` and `__import__`, specs, and running a module's code. The finders and loaders are in `importing_finders`.

The classes and functions with the names that CPython gives them are what `importlib` and programs see; `_frozen_importlib`
has them all. What is loaded, found and being loaded is in `sys.modules` and in the specs, so it travels with the heap.
"""

import _core

ABSENT_MODULE = object()


# ---- specs

class ModuleSpec:
    """What is known about a module before it is loaded."""

    __module__ = "_frozen_importlib"

    def __init__(self, name, loader, *, origin=None, loader_state=None, is_package=None):
        self.name = name
        self.loader = loader
        self.origin = origin
        self.loader_state = loader_state
        self.submodule_search_locations = [] if is_package else None
        self._uninitialized_submodules = []
        self._set_fileattr = False
        self._cached = None

    def __repr__(self):
        args = [f"name={self.name!r}", f"loader={self.loader!r}"]
        if self.origin is not None:
            args.append(f"origin={self.origin!r}")
        if self.submodule_search_locations is not None:
            args.append(f"submodule_search_locations={self.submodule_search_locations}")
        return f"{self.__class__.__name__}({', '.join(args)})"

    def __eq__(self, other):
        try:
            return (self.name == other.name and self.loader == other.loader and self.origin == other.origin
                    and self.submodule_search_locations == other.submodule_search_locations
                    and self.cached == other.cached and self.has_location == other.has_location)
        except AttributeError:
            return NotImplemented

    __hash__ = None

    @property
    def cached(self):
        if self._cached is None and self.origin is not None and self._set_fileattr:
            self._cached = cached_file(self.origin)
        return self._cached

    @cached.setter
    def cached(self, cached):
        self._cached = cached

    @property
    def parent(self):
        """The name of the module's parent."""
        if self.submodule_search_locations is None:
            return self.name.rpartition(".")[0]
        return self.name

    @property
    def has_location(self):
        return self._set_fileattr

    @has_location.setter
    def has_location(self, value):
        self._set_fileattr = bool(value)


def spec_from_loader(name, loader, *, origin=None, is_package=None):
    """Return a module spec based on various loader methods."""
    if origin is None:
        origin = getattr(loader, "_ORIGIN", None)
    if not origin and hasattr(loader, "get_filename"):
        if is_package is None:
            return spec_from_file_location(name, loader=loader)
        search = [] if is_package else None
        return spec_from_file_location(name, loader=loader, submodule_search_locations=search)
    if is_package is None:
        is_package = False
        if hasattr(loader, "is_package"):
            try:
                is_package = loader.is_package(name)
            except ImportError:
                is_package = None
    return ModuleSpec(name, loader, origin=origin, is_package=is_package)


def spec_of_module(module, loader=None, origin=None):
    """The spec of a module that has none of its own (`_spec_from_module`)."""
    spec = getattr(module, "__spec__", None)
    if spec is not None:
        return spec
    name = module.__name__
    location = getattr(module, "__file__", None)
    if loader is None:
        loader = getattr(module, "__loader__", None)
    if origin is None:
        origin = location if location is not None else getattr(loader, "_ORIGIN", None)
    spec = ModuleSpec(name, loader, origin=origin)
    spec._set_fileattr = location is not None and origin == location
    spec.cached = getattr(module, "__cached__", None)
    path = getattr(module, "__path__", None)
    spec.submodule_search_locations = None if path is None else list(path)
    return spec


def init_module_attrs(spec, module, *, override=False):
    """Gives a module what its spec says."""
    own = module.__dict__ if not override and type(module) is ModuleType else None
    if own is not None and own.get("__spec__") is None and own.get("__loader__") is None:
        # A new module, whose attributes need no checks.
        own["__name__"] = spec.name
        loader = spec.loader
        locations = spec.submodule_search_locations
        if loader is None and locations is not None:
            loader = NamespaceLoader.__new__(NamespaceLoader)
            loader._path = locations
            spec.loader = loader
            own["__file__"] = None
        own["__loader__"] = loader
        own["__package__"] = spec.name if locations is not None else spec.name.rpartition(".")[0]
        own["__spec__"] = spec
        if locations is not None:
            own["__path__"] = locations
        if spec._set_fileattr:
            own["__file__"] = spec.origin
            cached = spec.cached
            if cached is not None:
                own["__cached__"] = cached
        return module
    values = {"__name__": spec.name, "__loader__": spec.loader, "__package__": spec.parent, "__spec__": spec}
    if spec.submodule_search_locations is not None:
        values["__path__"] = spec.submodule_search_locations
    if spec.has_location:
        values["__file__"] = spec.origin
        if spec.cached is not None:
            values["__cached__"] = spec.cached
    for name, value in values.items():
        if override or name == "__spec__" or getattr(module, name, None) is None:
            try:
                setattr(module, name, value)
            except AttributeError:
                pass
    return module


def module_from_spec(spec):
    """Create a module based on the provided spec."""
    module = None
    loader = spec.loader
    if hasattr(loader, "create_module"):
        module = loader.create_module(spec)
    elif hasattr(loader, "exec_module"):
        raise ImportError("loaders that define exec_module() must also define create_module()")
    if module is None:
        module = _core.new_module(spec.name)
    return init_module_attrs(spec, module)


def module_repr(module):
    """The repr of a module object."""
    return repr(module)


# ---- loading

def load_unlocked(spec):
    """Makes the module of a spec and runs it."""
    loader = spec.loader
    if loader is not None and not hasattr(loader, "exec_module"):
        if hasattr(loader, "load_module"):
            return load_old(spec)
        raise ImportError("missing loader", name=spec.name)
    module = module_from_spec(spec)
    name = spec.name
    spec._initializing = True
    try:
        modules[name] = module
        try:
            if loader is None:
                if spec.submodule_search_locations is None:
                    raise ImportError("missing loader", name=name)
            else:
                loader.exec_module(module)
        except BaseException:
            modules.pop(name, None)
            raise
        module = modules.pop(name)
        modules[name] = module
    finally:
        spec._initializing = False
    return module


def load_old(spec):
    """A loader that has `load_module` only."""
    try:
        spec.loader.load_module(spec.name)
    except BaseException:
        if spec.name in modules:
            modules[spec.name] = modules.pop(spec.name)
        raise
    module = modules.pop(spec.name)
    modules[spec.name] = module
    for name, value in (("__loader__", spec.loader), ("__package__", spec.parent), ("__spec__", spec)):
        if getattr(module, name, None) is None:
            try:
                setattr(module, name, value)
            except AttributeError:
                # What a loader leaves in `sys.modules` need not be a module.
                pass
    return module


def exec_spec(spec, module):
    """Runs a module again in its namespace (`_exec`)."""
    name = spec.name
    if modules.get(name) is not module:
        raise ImportError(f"module {name!r} not in sys.modules", name=name)
    try:
        init_module_attrs(spec, module, override=True)
        if spec.loader is None:
            if spec.submodule_search_locations is None:
                raise ImportError("missing loader", name=name)
        elif hasattr(spec.loader, "exec_module"):
            spec.loader.exec_module(module)
        else:
            spec.loader.load_module(name)
    finally:
        module = modules.pop(spec.name)
        modules[spec.name] = module
    return module


def load_module_shim(self, fullname):
    """`Loader.load_module` for loaders that have `exec_module`."""
    spec = spec_from_loader(fullname, self)
    if fullname in modules:
        exec_spec(spec, modules[fullname])
        return modules[fullname]
    return load_unlocked(spec)


# ---- finding

def find_spec_of(name, path, target=None):
    """Asks the finders of `sys.meta_path`."""
    meta_path = sys_module.meta_path
    if meta_path is None:
        raise ImportError("sys.meta_path is None, Python is likely shutting down")
    if not meta_path:
        import_warning("sys.meta_path is empty")
    known = name in modules
    for finder in meta_path:
        try:
            find = finder.find_spec
        except AttributeError:
            continue
        spec = find(name, path, target)
        if spec is None:
            continue
        if known and name in modules:
            # A finder may have imported it; then the module's own spec counts.
            own = getattr(modules[name], "__spec__", None)
            return spec if own is None else own
        return spec
    return None


def find_and_load(name):
    module = modules.get(name, ABSENT_MODULE)
    if module is ABSENT_MODULE:
        return find_and_load_new(name) if import_times is None else find_and_load_timed(name)
    if module is None:
        raise ModuleNotFoundError(f"import of {name} halted; None in sys.modules", name=name)
    return module


def find_and_load_new(name):
    if not name.startswith("_ttd_"):
        where = [getattr(sys_module, attribute, None) for attribute in ("path", "meta_path", "path_hooks")]
        _core.audit("import", name, None, *where)
    path = parent_module = parent_spec = None
    parent, _, child = name.rpartition(".")
    if parent:
        if parent not in modules:
            find_and_load(parent)
        if name in modules:
            return modules[name]
        parent_module = modules[parent]
        try:
            path = parent_module.__path__
        except AttributeError:
            raise ModuleNotFoundError(f"No module named {name!r}; {parent!r} is not a package", name=name) from None
        parent_spec = parent_module.__spec__
    spec = find_spec_of(name, path)
    if spec is None:
        raise not_found(name)
    pending = getattr(parent_spec, "_uninitialized_submodules", None)
    if pending is not None:
        pending.append(child)
    try:
        module = load_unlocked(spec)
    finally:
        if pending is not None:
            pending.pop()
    if parent:
        # Loading may have replaced the parent.
        parent_module = modules[parent]
        try:
            setattr(parent_module, child, module)
        except AttributeError:
            import_warning(f"Cannot set an attribute on {parent!r} for child module {child!r}")
    return module


# Well-known packages with native code: the message says that this is what is missing, not the package.
COMPILED = frozenset((
    "numpy", "scipy", "pandas", "matplotlib", "sklearn", "torch", "tensorflow", "jax", "numba", "cython", "cffi", "lxml",
    "PIL", "cv2", "pydantic_core", "cryptography", "psycopg2", "grpc", "pyarrow", "polars", "shapely", "h5py", "pygame",
    "PyQt5", "PyQt6", "PySide6", "wx", "zmq", "gmpy2", "sympy.external.gmpy", "uvloop", "orjson", "greenlet", "gevent",
))


def not_found(name):
    message = f"No module named {name!r}"
    if name in COMPILED:
        message += f" ({name} needs C extensions, which cannot be loaded by ttd-py)"
    return ModuleNotFoundError(message, name=name)


def import_warning(message, category=None):
    if "warnings" in modules:
        modules["warnings"].warn(message, ImportWarning if category is None else category, stacklevel=2)


# ---- import

def import_(name, globals, fromlist, level):
    """`__import__`, and what the instruction leaves over."""
    if not isinstance(name, str):
        raise TypeError("module name must be a string")
    if level < 0:
        raise ValueError("level must be >= 0")
    if level:
        full = absolute_name(name, calc_package(globals), level)
    elif not name:
        raise ValueError("Empty module name")
    else:
        full = name
    module = find_and_load(full)
    if fromlist:
        if hasattr(module, "__path__"):
            handle_fromlist(module, fromlist, False)
        return module
    top, dot, _ = name.partition(".")
    if not dot:
        return module
    if not level:
        return find_and_load(top)
    return modules[full[:len(full) - (len(name) - len(top))]]


def calc_package(globals):
    """The package that relative names start from."""
    package = globals.get("__package__")
    spec = globals.get("__spec__")
    if package is not None:
        if not isinstance(package, str):
            raise TypeError("__package__ must be a string")
        return package
    if spec is not None:
        return spec.parent
    if "__name__" not in globals:
        raise KeyError("'__name__' not in globals")
    import_warning("can't resolve package from __spec__ or __package__, falling back on __name__ and __path__")
    package = globals["__name__"]
    if "__path__" not in globals:
        package = package.rpartition(".")[0]
    return package


def absolute_name(name, package, level):
    if not package:
        raise ImportError("attempted relative import with no known parent package")
    bits = package.rsplit(".", level - 1)
    if len(bits) < level:
        raise ImportError("attempted relative import beyond top-level package")
    return f"{bits[0]}.{name}" if name else bits[0]


def handle_fromlist(module, fromlist, recursive):
    """Imports the submodules that a `from` names."""
    for item in fromlist:
        if not isinstance(item, str):
            where = module.__name__ + ".__all__" if recursive else "``from list''"
            raise TypeError(f"Item in {where} must be str, not {type(item).__name__}")
        if item == "*":
            if not recursive and hasattr(module, "__all__"):
                handle_fromlist(module, module.__all__, True)
        elif not hasattr(module, item):
            full = f"{module.__name__}.{item}"
            try:
                find_and_load(full)
            except ModuleNotFoundError as e:
                if e.name != full or modules.get(full, ABSENT_MODULE) is None:
                    raise
    return module


def import_star(module, namespace):
    names = getattr(module, "__all__", ABSENT_MODULE)
    every = names is not ABSENT_MODULE
    if not every:
        names = getattr(module, "__dict__", ABSENT_MODULE)
        if names is ABSENT_MODULE:
            raise ImportError("from-import-* object has no __dict__ and no __all__")
        names = list(names)
    for name in names:
        if not isinstance(name, str):
            where = "Item in %s.__all__" if every else "Key in %s.__dict__"
            raise TypeError(where % module.__name__ + f" must be str, not {type(name).__name__}")
        if every or not name.startswith("_"):
            namespace[name] = getattr(module, name)


# ---- setting up

# The folder of the program, as `sys.path` had it first.
program_folders = []


def set_up_import(main, file, name):
    """The last thing before the program starts. `file` is that of the script, or None, `name` that of a module run with
    `-m`, or None."""
    global sys_module, ModuleType
    sys_module = find_builtin("sys")
    program_folders[:] = sys_module.path[:1]
    ModuleType = type(sys_module)
    sys_module.meta_path = [BuiltinImporter, FrozenImporter, PathFinder]
    sys_module.path_hooks = [library_hook, file_hook, archive_hook]
    sys_module.path_importer_cache = {}
    init_module_attrs(builtin_spec("builtins"), modules["builtins"])
    if "importtime" in sys_module._xoptions or "importtime" in sys_module._from_environment:
        begin_timing_imports()
    if file is None:
        main.__loader__ = BuiltinImporter
        return
    loader = LibraryLoader if file.startswith(LIBRARY_ROOT) else SourceFileLoader
    main.__file__ = file
    main.__cached__ = None
    main.__loader__ = loader(name or "__main__", file)
    if name is not None:
        spec = main.__spec__ = spec_from_file_location(name, file, loader=main.__loader__)
        spec.submodule_search_locations = None
        main.__package__ = spec.parent
        main.__cached__ = spec.cached


def run_start_line(file, number, line):
    """Executes a line of a `.pth` file."""
    try:
        exec(line, {})
    except Exception as error:
        import traceback
        out = sys_module.stderr
        out.write(f"Error processing line {number} of {file}:\n\n")
        for part in "".join(traceback.format_exception(error)).splitlines():
            out.write(f"  {part}\n")
        out.write("\nRemainder of file ignored\n")


def import_parents(name):
    """Imports the packages around a module. Meanwhile the program's name is `-m`."""
    argv = sys_module.argv
    file, argv[0] = argv[0], "-m"
    try:
        find_and_load(name.rpartition(".")[0])
    finally:
        argv[0] = file


def run_module_as_main(name):
    """`-m` for what is no file with source."""
    import runpy
    runpy._run_module_as_main(name)


def run_compiled_main(path):
    """Runs a compiled file as the program."""
    main = modules["__main__"]
    main.__loader__ = SourcelessFileLoader("__main__", path)
    main.__file__ = path
    main.__cached__ = None
    try:
        code = main.__loader__.get_code("__main__")
    except ImportError:
        raise RuntimeError("Bad magic number in .pyc file") from None
    exec(code, main.__dict__)


def shadows(origin):
    """Whether a module's file lies where it may be taken for a module of the library: next to the program."""
    if sys_module.flags.safe_path or not program_folders:
        return False
    folder = origin[:-len("/__init__.py")] if origin.endswith("/__init__.py") else origin
    return (program_folders[0] or working_folder()) == folder.rpartition("/")[0]


def file_origin(spec):
    origin = getattr(spec, "origin", None) if getattr(spec, "has_location", False) else None
    return origin if isinstance(origin, str) else None


def renaming_hint(name, origin, spec):
    """What to do when a module of a file was perhaps found in place of another one; None when it was not."""
    if origin is None or not shadows(origin):
        return None
    known = getattr(sys_module, "stdlib_module_names", None)
    if isinstance(known, (set, frozenset)) and name in known:
        return (f"(consider renaming {origin!r} since it has the same name as the standard library module "
                f"named {name!r} and the import system gives it precedence)")
    if getattr(spec, "_initializing", False):
        return (f"(consider renaming {origin!r} if it has the same name as a third-party module you intended "
                "to import)")
    return None


def import_hint(name, spec):
    return renaming_hint(name, file_origin(spec), spec)


def attribute_missing(name, attribute, spec):
    """The message when a module has no such attribute."""
    plain = f"module '{name}' has no attribute '{attribute}'"
    origin = file_origin(spec)
    hint = renaming_hint(name, origin, spec)
    if hint is not None:
        return f"{plain} {hint}"
    if getattr(spec, "_initializing", False):
        place = "" if origin is None else f" from '{origin}'"
        return (f"partially initialized module '{name}'{place} has no attribute '{attribute}' "
                "(most likely due to a circular import)")
    if attribute in getattr(spec, "_uninitialized_submodules", ()):
        return f"cannot access submodule '{attribute}' of module '{name}' (most likely due to a circular import)"
    return plain


def find_builtin(name):
    """A builtin module before `sys.meta_path` is there."""
    spec = builtin_spec(name)
    module = init_module_attrs(spec, _core.builtin_module(name), override=True)
    modules[name] = module
    BuiltinImporter.exec_module(module)
    return module


def list_of(path):
    return list(path)
