"""_warnings provides basic warning filtering support: it hands over to the module of the library.

Nothing of it is used before something is warned about.
"""

filters = []
_defaultaction = "default"
_onceregistry = {}


def warn(message, category=None, stacklevel=1, source=None, *, skip_file_prefixes=()):
    """Issue a warning, or maybe ignore it or raise an exception."""
    import _py_warnings
    _py_warnings.warn(message, category, stacklevel + 1, source, skip_file_prefixes=skip_file_prefixes)


def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None):
    """Issue a warning, or maybe ignore it or raise an exception."""
    import _py_warnings
    _py_warnings.warn_explicit(message, category, filename, lineno, module, registry, module_globals, source)


def _filters_mutated_lock_held():
    """The module of the library keeps its own count."""


def _acquire_lock():
    """There is one thread."""


def _release_lock():
    """There is one thread."""
