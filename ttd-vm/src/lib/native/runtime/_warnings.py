"""_warnings provides basic warning filtering support. It is a helper module to speed up interpreter start-up."""

import _core
import sys
from _contextvars import ContextVar

filters = [
    ("default", None, DeprecationWarning, "__main__", 0),
    ("ignore", None, DeprecationWarning, None, 0),
    ("ignore", None, PendingDeprecationWarning, None, 0),
    ("ignore", None, ImportWarning, None, 0),
    ("ignore", None, ResourceWarning, None, 0),
]
_defaultaction = "default"
_onceregistry = {}
_warnings_context = ContextVar("warnings_context")
_version = 1


def _acquire_lock():
    """There is one thread."""


def _release_lock():
    """There is one thread."""


def _filters_mutated_lock_held():
    """What registries say of warnings that were given holds no longer."""
    global _version
    _version += 1


# ---- attributes of `warnings`, which programs may set

# What the attributes were when they were last looked at: this holds when they are gone.
_last = {}


def _setting(name, default):
    _last[name] = found = _of_library(name, _last.get(name, default))
    return found


def _of_library(name, default=None, wanted=False):
    """An attribute of the module `warnings`, if it has been imported (or is wanted anyway)."""
    module = sys.modules.get("warnings")
    if module is None:
        if not wanted:
            return default
        try:
            import warnings as module
        except ImportError:
            return default
    return getattr(module, name, default)


def _filters():
    if sys.flags.context_aware_warnings:
        context = _warnings_context.get(None)
        if context is not None:
            return context._filters
    return _setting("filters", filters)


def _matches(pattern, text):
    """Patterns of the filters that are set from the beginning are strings, the others are compiled."""
    if pattern is None:
        return True
    if type(pattern) is str:
        return pattern == text
    return bool(pattern.match(text))


def _action(category, text, lineno, module):
    """What is to be done, and the filter that says so."""
    found = _filters()
    if not isinstance(found, list):
        raise ValueError("_warnings.filters must be a list")
    # Matching a filter may add others.
    at = 0
    while at < len(found):
        item = found[at]
        if not isinstance(item, tuple) or len(item) != 5:
            raise ValueError(f"_warnings.filters item {at} isn't a 5-tuple")
        action, message, kind, mod, line = item
        if not isinstance(action, str):
            raise TypeError(f"action must be a string, not '{type(action).__name__}'")
        if ((message is None or _matches(message, text)) and issubclass(category, kind)
                and (mod is None or _matches(mod, module)) and (line == 0 or line == lineno)):
            return action, item
        at += 1
    action = _setting("defaultaction", _defaultaction)
    if not isinstance(action, str):
        raise TypeError(f"_warnings.defaultaction must be a string, not '{type(action).__name__}'")
    return action, None


def _registered(registry, key, note):
    """Whether the registry has the key; notes it."""
    if registry.get("version") != _version:
        registry.clear()
        registry["version"] = _version
    elif registry.get(key):
        return True
    if note:
        registry[key] = True
    return False


def _already(action, item, registry, text, category):
    """Whether this action means that a warning that was given before is not given again."""
    if action == "once":
        if registry is None:
            registry = _setting("onceregistry", _onceregistry)
            if not isinstance(registry, dict):
                raise TypeError(f"_warnings.onceregistry must be a dict, not '{type(registry).__name__}'")
        return _registered(registry, (text, category), True)
    if action == "module":
        return registry is not None and _registered(registry, (text, category), True)
    if action != "default":
        raise RuntimeError(f"Unrecognized action ({action!r}) in warnings.filters:\n {item!r}")
    return False


def _issue(message, category, filename, lineno, module, registry, line=None, source=None):
    if module is None:
        module = filename.removesuffix(".py") or "<unknown>"
    if isinstance(message, Warning):
        text = str(message)
        category = type(message)
    else:
        text = message
        message = category(message)
    key = text, category, lineno
    if registry is not None and _registered(registry, key, False):
        return
    action, item = _action(category, text, lineno, module)
    if action == "error":
        raise message
    if action == "ignore":
        return
    if action not in ("always", "all"):
        if registry is not None:
            registry[key] = True
        if _already(action, item, registry, text, category):
            return
    _show(message, category, text, filename, lineno, line, source)


def _show(message, category, text, filename, lineno, line, source):
    # At the end of a program the modules of the library are no longer what shows warnings.
    show = None if _core.is_ending() else _of_library("_showwarnmsg", wanted=source is not None)
    if show is None:
        _write(category, text, filename, lineno, line)
        return
    if not callable(show):
        raise TypeError("warnings._showwarnmsg() must be set to a callable")
    kind = _of_library("WarningMessage")
    if kind is None:
        raise RuntimeError("unable to get warnings.WarningMessage")
    show(kind(message, category, filename, lineno, None, None, source))


def _write(category, text, filename, lineno, line):
    """The module `warnings` is not there: the same text is written from here."""
    out = getattr(sys, "stderr", None)
    if out is None:
        return
    if line is None and filename.startswith("<") and _core.is_ending():
        line = ""
    if line is None:
        import linecache
        line = linecache.getline(filename, lineno)
    try:
        out.write(f"{filename}:{lineno}: {category.__name__}: {text}\n")
        line = line.strip()
        if line:
            out.write(f"  {line}\n")
    except OSError:
        pass


# ---- warn

def _category(message, category):
    if isinstance(message, Warning):
        return type(message)
    if category is None:
        return UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError(f"category must be a Warning subclass, not '{type(category).__name__}'")
    return category


def _internal(frame):
    filename = frame.f_code.co_filename
    return "importlib" in filename and "_bootstrap" in filename


def _caller(frame, stacklevel, skipped):
    """The frame that a warning is about, or None."""
    if stacklevel <= 1:
        return frame
    inside = frame is not None and _internal(frame)
    while stacklevel > 1 and frame is not None:
        frame = frame.f_back
        while not inside and frame is not None and (_internal(frame) or frame.f_code.co_filename.startswith(skipped)):
            frame = frame.f_back
        stacklevel -= 1
    return frame


def warn(message, category=None, stacklevel=1, source=None, *, skip_file_prefixes=()):
    """Issue a warning, or maybe ignore it or raise an exception."""
    category = _category(message, category)
    if not isinstance(skip_file_prefixes, tuple):
        raise TypeError(f"warn() argument 'skip_file_prefixes' must be tuple, not {type(skip_file_prefixes).__name__}")
    for prefix in skip_file_prefixes:
        if not isinstance(prefix, str):
            raise TypeError(f"Found non-str '{type(prefix).__name__}' in skip_file_prefixes.")
    if skip_file_prefixes and stacklevel < 2:
        stacklevel = 2
    try:
        frame = _caller(sys._getframe(), stacklevel, skip_file_prefixes)
    except ValueError:
        # The program is over, and this is about what it left.
        frame = None
    if frame is None:
        names, filename, lineno = sys.__dict__, "<sys>", 0
    else:
        names, filename, lineno = frame.f_globals, frame.f_code.co_filename, frame.f_lineno
    registry = names.get("__warningregistry__")
    if registry is None:
        registry = names["__warningregistry__"] = {}
    elif not isinstance(registry, dict):
        raise TypeError("'registry' must be a dict or None")
    module = names.get("__name__")
    if not isinstance(module, str):
        module = "<string>"
    frame = names = None
    _issue(message, category, filename, lineno, module, registry, None, source)


# ---- warn_explicit

def _loader(names):
    """Who loaded the module with this namespace; what is inconsistent is warned about."""
    missing = object()
    loader, spec = names.get("__loader__"), names.get("__spec__", missing)
    if loader is None and spec is missing:
        return None
    found = missing if spec is missing or spec is None else getattr(spec, "loader", missing)
    if found is missing or found is None:
        problem = "Module globals is missing a __spec__.loader"
        if loader is None:
            raise ValueError(problem) if spec is None or found is None else AttributeError(problem)
        warn(problem, DeprecationWarning)
        return loader
    if loader is not None and loader != found:
        warn("Module globals; __loader__ != __spec__.loader", DeprecationWarning)
        return loader
    return found


def _line_of(names, lineno):
    """The line of a module's source, or None."""
    if names is None:
        return None
    loader, name = _loader(names), names.get("__name__")
    get_source = getattr(loader, "get_source", None)
    if get_source is None or not name:
        return None
    source = get_source(name)
    if not source:
        return None
    lines = source.splitlines()
    line = lines[lineno - 1] if isinstance(lines, list) and 0 < lineno <= len(lines) else None
    return line if isinstance(line, str) else None


def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None):
    """Issue a warning, or maybe ignore it or raise an exception."""
    if not isinstance(filename, str):
        raise TypeError(f"warn_explicit() argument 'filename' must be str, not {_core.given_name(filename)}")
    if not hasattr(lineno, "__index__"):
        raise TypeError(f"'{type(lineno).__name__}' object cannot be interpreted as an integer")
    category = _category(message, category)
    if module_globals is not None and not isinstance(module_globals, dict):
        raise TypeError(f"module_globals must be a dict, not '{type(module_globals).__name__}'")
    if registry is not None and not isinstance(registry, dict):
        raise TypeError("'registry' must be a dict or None")
    line = _line_of(module_globals, lineno)
    _issue(message, category, filename, lineno, module, registry, line, source)


def _of_compiler(found):
    """Warnings of the compiler, each with what the SyntaxError knows that it becomes where warnings are errors."""
    for message, details in found:
        try:
            _issue(message, SyntaxWarning, details[0], details[1], None, None)
        except SyntaxWarning:
            error = SyntaxError(message, details)
        else:
            continue
        raise error
