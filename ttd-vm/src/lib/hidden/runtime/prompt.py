"""What the `site` module of CPython adds to the builtins (`exit`, `help`, ...), and the hook of `breakpoint`."""

import builtins


def breakpointhook(*args, **kws):
    """This hook function is called by built-in breakpoint()."""
    # Imported on demand: these modules do not exist yet when the library is loaded.
    import os
    name = os.environ.get("PYTHONBREAKPOINT") or "pdb.set_trace"
    if name == "0":
        return None
    if name == "pdb.set_trace" and is_our_prompt() and not _core.stop_here(None, None, None, None):
        raise NotImplementedError(
            "breakpoint() is not supported by ttd-py here yet: no debugger can take this process over; start the program "
            "under one (-m ttd), or set PYTHONBREAKPOINT=0 to ignore the call")
    module, _, function = name.rpartition(".")
    try:
        if "" in name.split("."):
            raise ImportError
        hook = getattr(__import__(module or "builtins", fromlist=[function]), function)
    except (ImportError, AttributeError, ValueError):
        import warnings
        warnings.warn(f'Ignoring unimportable $PYTHONBREAKPOINT: "{name}"', RuntimeWarning, 2)
        return None
    return hook(*args, **kws)


def is_our_prompt():
    """Whether breakpoint() would call a `pdb.set_trace` that nobody has replaced."""
    module = modules.get("pdb")
    return module is None or hasattr(getattr(module, "set_trace", None), "__code__")


def breakpoint(*args, **kws):
    """Call sys.breakpointhook(*args, **kws).

    sys.breakpointhook() must accept whatever arguments are passed.
    """
    import sys
    hook = getattr(sys, "breakpointhook", None)
    if hook is None:
        raise RuntimeError("lost sys.breakpointhook")
    _core.audit("builtins.breakpoint", hook)
    return hook(*args, **kws)


class Quitter:
    def __init__(self, name, eof):
        self.name = name
        self.eof = eof

    def __repr__(self):
        return f"Use {self.name}() or {self.eof} to exit"

    def __call__(self, code=None):
        raise SystemExit(code)


class _Printer:
    """Prints a text that is made when it is asked for."""

    def __init__(self, name, text):
        self.__name = name
        self.__text = text

    def __repr__(self):
        return self.__text if self.__text.count("\n") < 23 else f"Type {self.__name}() to see the full {self.__name} text"

    def __call__(self):
        print(self.__text)


class _Helper:
    """Define the builtin 'help'."""

    def __repr__(self):
        return "Type help() for interactive help, or help(object) for help about object."

    def __call__(self, *args, **kwds):
        import pydoc
        return pydoc.help(*args, **kwds)


for made in (Quitter, _Printer, _Helper):
    made.__module__ = "_sitebuiltins"
breakpoint.__module__ = "builtins"
builtins.breakpoint = breakpoint
build_class.__name__ = build_class.__qualname__ = "__build_class__"
build_class.__module__ = "builtins"
builtins.__build_class__ = build_class
builtins.exit = Quitter("exit", "Ctrl-D (i.e. EOF)")
builtins.quit = Quitter("quit", "Ctrl-D (i.e. EOF)")
builtins.copyright = _Printer("copyright", "ttd-py: see the file LICENSE of its sources.")
builtins.credits = _Printer("credits", "ttd-py stands on RustPython's front end and library. See README.md.")
builtins.license = _Printer("license", "See the file LICENSE of ttd-py's sources.")
builtins.help = _Helper()
del made
