"""Python interface for the 'lsprof' profiler: profiles with little overhead. Same interface as `profile`."""

__all__ = ["run", "runctx", "Profile"]

import importlib.machinery
import io
import types
import _lsprof
import profile as _pyprofile


def run(statement, filename=None, sort=-1):
    return _pyprofile._Utils(Profile).run(statement, filename, sort)


def runctx(statement, globals, locals, filename=None, sort=-1):
    return _pyprofile._Utils(Profile).runctx(statement, globals, locals, filename, sort)


run.__doc__ = _pyprofile.run.__doc__
runctx.__doc__ = _pyprofile.runctx.__doc__


class Profile(_lsprof.Profiler):
    """Profile(timer=None, timeunit=None, subcalls=True, builtins=True)

    Builds a profiler object using the specified timer function. The default timer is a fast built-in one based on real
    time. For custom timer functions returning integers, 'timeunit' specifies a scale to convert them to seconds.
    """

    def print_stats(self, sort=-1):
        import pstats
        if not isinstance(sort, tuple):
            sort = (sort,)
        pstats.Stats(self).strip_dirs().sort_stats(*sort).print_stats()

    def dump_stats(self, file):
        import marshal
        self.create_stats()
        with open(file, "wb") as f:
            marshal.dump(self.stats, f)

    def create_stats(self):
        self.disable()
        self.snapshot_stats()

    def snapshot_stats(self):
        callers = {}
        self.stats = {}
        entries = self.getstats()
        for entry in entries:
            numbers = self._numbers(entry)
            callers[label(entry.code)] = own = {}
            self.stats[label(entry.code)] = (*numbers, own)
        for entry in entries:
            for called in entry.calls or ():
                own = callers.get(label(called.code))
                if own is None:
                    continue
                caller, numbers = label(entry.code), self._numbers(called)
                if caller in own:
                    numbers = tuple(a + b for a, b in zip(numbers, own[caller]))
                own[caller] = numbers

    @staticmethod
    def _numbers(entry):
        """Primitive calls, calls, time in the function itself, time with what it called."""
        return entry.callcount - entry.reccallcount, entry.callcount, entry.inlinetime, entry.totaltime

    def run(self, cmd):
        import __main__
        namespace = __main__.__dict__
        return self.runctx(cmd, namespace, namespace)

    def runctx(self, cmd, globals, locals):
        self.enable()
        try:
            exec(cmd, globals, locals)
        finally:
            self.disable()
        return self

    def runcall(self, func, /, *args, **kw):
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
    """The key of a function in statistics: file, line and name."""
    if isinstance(code, str):
        return "~", 0, code
    return code.co_filename, code.co_firstlineno, code.co_name


def main():
    import os
    import runpy
    import sys
    from optparse import OptionParser
    from pstats import Stats
    parser = OptionParser(usage="cProfile.py [-o output_file_path] [-s sort] [-m module | scriptfile] [arg] ...")
    parser.allow_interspersed_args = False
    parser.add_option("-o", "--outfile", dest="outfile", help="Save stats to <outfile>", default=None)
    parser.add_option("-s", "--sort", dest="sort", default=2,
                      help="Sort order when printing to stdout, based on pstats.Stats class",
                      choices=sorted(Stats.sort_arg_dict_default))
    parser.add_option("-m", dest="module", action="store_true", help="Profile a library module", default=False)
    if not sys.argv[1:]:
        parser.print_usage()
        sys.exit(2)
    options, args = parser.parse_args()
    sys.argv[:] = args
    if options.outfile is not None:
        options.outfile = os.path.abspath(options.outfile)
    if not args:
        parser.print_usage()
        return parser
    if options.module:
        code = "run_module(modname, run_name='__main__')"
        globs = {"run_module": runpy.run_module, "modname": args[0]}
        sys.argv[:] = args
    else:
        name = args[0]
        sys.path.insert(0, os.path.dirname(name))
        with io.open_code(name) as file:
            code = compile(file.read(), name, "exec")
        module = types.ModuleType("__main__")
        globs = module.__dict__
        globs.update(__file__=name, __spec__=importlib.machinery.ModuleSpec("__main__", None, origin=name))
        sys.modules["__main__"] = module
    try:
        runctx(code, globs, None, options.outfile, options.sort)
    except BrokenPipeError as e:
        # Whoever reads the output has gone; the interpreter would complain again when it flushes.
        sys.stdout = None
        sys.exit(e.errno)
    return parser


if __name__ == "__main__":
    main()
