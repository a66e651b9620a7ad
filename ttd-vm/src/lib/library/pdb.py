"""The Python debugger, as a program sees it.

The debugger of this Python is ttd-py itself: `ttd-py -m ttd script.py`. What a program does with this module asks that
debugger to stop. In a plain run it comes when it is asked for, and runs the program again up to there, with the same
inputs.
"""

import sys
import bdb
import cmd

import _core

__all__ = ["run", "pm", "Pdb", "runeval", "runctx", "runcall", "set_trace", "post_mortem", "help", "set_trace_async"]

line_prefix = "\n-> "
_default_backend = "settrace"


class Restart(Exception):
    """Causes a debugger to be restarted for the debugged python program."""


def _stop(what, frame=None, header=None, commands=None, exc=None):
    """Ask the debugger to stop in this frame, or where the program called this module."""
    if header is not None:
        header = str(header)
    if not _core.stop_here(frame, header, [str(line) for line in commands or ()], exc):
        raise NotImplementedError(
            f"{what} is not supported by ttd-py here yet: no debugger can take this process over; start the program "
            "under one (-m ttd)")


def set_default_backend(backend):
    """Set the default backend to use for Pdb instances."""
    global _default_backend
    if backend not in ("settrace", "monitoring"):
        raise ValueError("Invalid backend: %s" % backend)
    _default_backend = backend


def get_default_backend():
    """Get the default backend to use for Pdb instances."""
    return _default_backend


class Pdb(bdb.Bdb, cmd.Cmd):
    """A debugger whose prompt is that of ttd-py."""

    _last_pdb_instance = None

    def __init__(self, completekey="tab", stdin=None, stdout=None, skip=None, nosigint=False, readrc=True, mode=None,
                 backend=None, colorize=False):
        bdb.Bdb.__init__(self, skip=skip)
        cmd.Cmd.__init__(self, completekey, stdin, stdout)
        self.prompt = "(Pdb) "
        self.aliases = {}
        self.displaying = {}
        self.mode = mode
        self.nosigint = nosigint

    def message(self, msg, end="\n"):
        print(msg, end=end, file=self.stdout)

    def error(self, msg):
        print("***", msg, file=self.stdout)

    def set_trace(self, frame=None, *, commands=None):
        """Enter the debugger at the calling stack frame, or at this one."""
        _stop("Pdb.set_trace()", frame, None, commands)
        self.do_continue("")

    async def set_trace_async(self, frame=None, *, commands=None):
        """Enter the debugger at the calling stack frame, or at this one."""
        _stop("Pdb.set_trace_async()", frame, None, commands)
        self.do_continue("")

    def interaction(self, frame, tb_or_exc):
        """Enter the debugger for an exception or a traceback, or in a frame."""
        exc, tb = tb_or_exc, None
        if isinstance(tb_or_exc, BaseException):
            tb = tb_or_exc.__traceback__
        elif tb_or_exc is not None:
            exc, tb = _exception_of(tb_or_exc), tb_or_exc
        if not self.setup(frame, tb):
            _stop("Pdb.interaction()", frame, None, None, exc)
            self.do_continue("")

    def setup(self, f, tb):
        """Note the frame and the traceback of an interaction; true if there is none."""
        self.stack, self.curindex = self.get_stack(f, tb)
        self.curframe = self.stack[self.curindex][0] if self.stack else f

    # The debugger has its own commands. What derives from this class learns from these that the program goes on.
    def do_continue(self, arg):
        """Continue execution, only stop when a breakpoint is encountered."""
        self.set_continue()
        return True

    do_c = do_cont = do_continue

    def do_quit(self, arg):
        """Quit from the debugger."""
        self.set_quit()
        return True

    do_q = do_exit = do_quit

    def set_continue(self):
        """Stop only at breakpoints or when finished."""

    def set_quit(self):
        """Leave the program to itself."""

    def run(self, cmd, globals=None, locals=None):
        """Stop, then execute a statement, given as a string or a code object."""
        _stop("Pdb.run()")
        if globals is None:
            import __main__
            globals = __main__.__dict__
        if locals is None:
            locals = globals
        exec(cmd, globals, locals)

    def runctx(self, cmd, globals, locals):
        """For backwards-compatibility. Defers to run()."""
        self.run(cmd, globals, locals)

    def runeval(self, expr, globals=None, locals=None):
        """Stop, then evaluate an expression, given as a string or a code object, and return its value."""
        _stop("Pdb.runeval()")
        if globals is None:
            import __main__
            globals = __main__.__dict__
        if locals is None:
            locals = globals
        return eval(expr, globals, locals)

    def runcall(self, func, /, *args, **kwds):
        """Stop, then call a function and return its result."""
        _stop("Pdb.runcall()")
        return func(*args, **kwds)


def run(statement, globals=None, locals=None):
    """Execute the *statement* (given as a string or a code object) under debugger control.

    The debugger stops before any code is executed.
    """
    Pdb().run(statement, globals, locals)


def runeval(expression, globals=None, locals=None):
    """Evaluate the *expression* (given as a string or a code object) under debugger control.

    When runeval() returns, it returns the value of the expression. Otherwise this function is similar to run().
    """
    return Pdb().runeval(expression, globals, locals)


def runctx(statement, globals, locals):
    # B/W compatibility
    run(statement, globals, locals)


def runcall(*args, **kwds):
    """Call the function (a function or method object, not a string) with the given arguments.

    When runcall() returns, it returns whatever the function call returned. The debugger stops before the call.
    """
    return Pdb().runcall(*args, **kwds)


def set_trace(*, header=None, commands=None):
    """Enter the debugger at the calling stack frame.

    This is useful to hard-code a breakpoint at a given point in a program. If given, *header* is shown there.
    *commands* is an optional list of debugger commands to run when the debugger has stopped there.
    """
    _stop("pdb.set_trace()", None, header, commands)


async def set_trace_async(*, header=None, commands=None):
    """Enter the debugger at the calling stack frame, but in async mode: await pdb.set_trace_async()."""
    _stop("pdb.set_trace_async()", None, header, commands)


def post_mortem(t=None):
    """Stop for an exception.

    *t* is an exception or a traceback. If it is not given, the exception that is being handled is used.
    """
    if t is None:
        t = sys.exception()
    if t is None:
        raise ValueError("A valid traceback must be passed if no exception is being handled")
    _stop("pdb.post_mortem()", None, None, None, t if isinstance(t, BaseException) else _exception_of(t))


def _exception_of(tb):
    """The exception that is being handled, or one before it, that has a traceback."""
    exc = sys.exception()
    while exc is not None and exc.__traceback__ is not tb:
        exc = exc.__context__
    return exc


def pm():
    """Stop for the exception in `sys.last_exc`."""
    post_mortem(sys.last_exc if hasattr(sys, "last_exc") else sys.last_traceback)


def help():
    """Show this module's documentation."""
    import pydoc
    pydoc.pager(__doc__)
