"""Python interface for the 'lsprof' profiler. Compatible with the 'profile' module."""

import _lsprof
import profile as _pyprofile
import types

__all__ = ["run", "runctx", "Profile"]


def run(statement, filename=None, sort=-1):
    return _pyprofile._Utils(Profile).run(statement, filename, sort)


def runctx(statement, globals, locals, filename=None, sort=-1):
    return _pyprofile._Utils(Profile).runctx(statement, globals, locals, filename, sort)


run.__doc__ = _pyprofile.run.__doc__
runctx.__doc__ = _pyprofile.runctx.__doc__


class Profile(_lsprof.Profiler):
    """Profile(timer=None, timeunit=None, subcalls=True, builtins=True)

    Builds a profiler object using the specified timer function, as `_lsprof.Profiler` does.
    """

    def print_stats(self, sort=-1):
        import pstats
        if not isinstance(sort, tuple):
            sort = (sort,)
        pstats.Stats(self).strip_dirs().sort_stats(*sort).print_stats()

    def dump_stats(self, file):
        import marshal
        with open(file, "wb") as out:
            self.create_stats()
            marshal.dump(self.stats, out)

    def create_stats(self):
        self.disable()
        self.snapshot_stats()

    def snapshot_stats(self):
        """Makes `stats` of what was counted: for each function its calls, its times, and the same for each caller."""
        entries = self.getstats()
        callers = {label(entry.code): {} for entry in entries}
        for entry in entries:
            for sub in entry.calls or ():
                into = callers.setdefault(label(sub.code), {})
                known = into.get(label(entry.code), (0, 0, 0, 0))
                new = (sub.callcount, sub.callcount - sub.reccallcount, sub.inlinetime, sub.totaltime)
                into[label(entry.code)] = tuple(a + b for a, b in zip(known, new))
        self.stats = {}
        for entry in entries:
            name = label(entry.code)
            calls = entry.callcount - entry.reccallcount
            self.stats[name] = calls, entry.callcount, entry.inlinetime, entry.totaltime, callers[name]

    def run(self, cmd):
        import __main__
        return self.runctx(cmd, __main__.__dict__, __main__.__dict__)

    def runctx(self, cmd, globals, locals):
        self.enable()
        try:
            exec(cmd, globals, locals)
        finally:
            self.disable()
        return self

    def runcall(self, func, /, *args, **kw):
        """Calls a function, and returns its result."""
        self.enable()
        try:
            return func(*args, **kw)
        finally:
            self.disable()

    def __enter__(self):
        self.enable()
        return self

    def __exit__(self, *exc_info):
        self.disable()


def label(code):
    """The key of a function in the statistics: file, line, name."""
    if isinstance(code, str):
        return "~", 0, code
    return code.co_filename, code.co_firstlineno, code.co_name


def main():
    import argparse
    import importlib.machinery
    import io
    import os
    import runpy
    import sys
    from pstats import Stats

    parser = argparse.ArgumentParser(allow_abbrev=False, prog=None,
                                     usage="cProfile.py [-o output_file_path] [-s sort] [-m module | scriptfile] [arg] ...")
    parser.add_argument("-o", "--outfile", help="Save stats to <outfile>", default=None)
    parser.add_argument("-s", "--sort", default=2, choices=sorted(Stats.sort_arg_dict_default),
                        help="Sort order when printing to stdout, based on pstats.Stats class")
    parser.add_argument("-m", dest="module", action="store_true", default=False, help="Profile a library module")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if not options.command:
        parser.print_usage()
        return 2
    # The script may change the directory.
    outfile = options.outfile and os.path.abspath(options.outfile)
    sys.argv[:] = options.command
    if options.module:
        code = "run_module(modname, run_name='__main__', alter_sys=True)"
        globs = {"run_module": runpy.run_module, "modname": options.command[0]}
    else:
        path = options.command[0]
        sys.path.insert(0, os.path.dirname(path))
        with io.open_code(path) as file:
            code = compile(file.read(), path, "exec")
        module = types.ModuleType("__main__")
        module.__spec__ = importlib.machinery.ModuleSpec("__main__", loader=None, origin=path)
        module.__file__ = path
        module.__builtins__ = __builtins__
        sys.modules["__main__"] = module
        globs = module.__dict__
    try:
        runctx(code, globs, None, outfile, options.sort)
    except BrokenPipeError as e:
        sys.stdout = None
        sys.exit(e.errno)


if __name__ == "__main__":
    sys_exit = main()
    if sys_exit:
        raise SystemExit(sys_exit)
