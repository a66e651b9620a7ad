"""Dumps tracebacks of the program. Faults of the interpreter itself are no business of the program's, so enabling
matters only for those that the program asks for."""

import sys

# The descriptor to write to at a fault, or None, and whether all threads are named.
_enabled = None
_all_threads = True
_signals = {}


def _file(file):
    """A descriptor, or the file's, which is flushed."""
    if file is None:
        if not hasattr(sys, "stderr"):
            raise RuntimeError("unable to get sys.stderr")
        file = sys.stderr
        if file is None:
            raise RuntimeError("sys.stderr is None")
    if isinstance(file, int):
        if file < 0:
            raise ValueError("file is not a valid file descripter")
        return file
    number = file.fileno()
    if not isinstance(number, int):
        raise RuntimeError("file.fileno() is not a valid file descriptor")
    file.flush()
    return number


# Longer names of files and functions are cut off.
_LONGEST_NAME = 500


def _name(text):
    end = "..." if len(text) > _LONGEST_NAME else ""
    return text[:_LONGEST_NAME].encode("ascii", "backslashreplace").decode() + end


def _stack(frame):
    lines = []
    while frame is not None:
        if len(lines) == 100:
            lines.append("  ...")
            break
        code = frame.f_code
        lines.append(f'  File "{_name(code.co_filename)}", line {frame.f_lineno} in {_name(code.co_name)}')
        frame = frame.f_back
    return lines


def _dump(fd, frame, all_threads):
    import _thread
    import posix
    if not all_threads:
        lines = ["Stack (most recent call first):", *_stack(frame)]
    else:
        lines = []
        own = _thread.get_ident()
        for ident, top in sorted(sys._current_frames().items(), reverse=True):
            if lines:
                lines.append("")
            lines.append(f"{'Current thread' if ident == own else 'Thread'} {ident:#018x} (most recent call first):")
            lines += _stack(frame if ident == own else top)
    posix.write(fd, ("\n".join(lines) + "\n").encode())


def dump_traceback(file=None, all_threads=True):
    """Dump the traceback of the current thread into file."""
    _dump(_file(file), sys._getframe(0), all_threads)


def enable(file=None, all_threads=True):
    """Enable the fault handler."""
    global _enabled, _all_threads
    _enabled, _all_threads = _file(file), bool(all_threads)


def disable():
    """Disable the fault handler."""
    global _enabled
    was, _enabled = _enabled is not None, None
    return was


def is_enabled():
    """Check if the handler is enabled."""
    return _enabled is not None


def dump_traceback_later(timeout, repeat=False, file=None, exit=False):
    """Dump the traceback of all threads in timeout seconds, which needs a thread that watches the program."""
    if timeout <= 0:
        raise ValueError("timeout must be greater than 0")
    _file(file)
    raise NotImplementedError("faulthandler.dump_traceback_later is not supported by ttd-py yet")


def cancel_dump_traceback_later():
    """Cancel the previous call to dump_traceback_later()."""


def register(signum, file=None, all_threads=True, chain=False):
    """Register a handler for the signal 'signum'."""
    import _signal
    fd = _file(file)
    if signum in (_signal.SIGSEGV, _signal.SIGFPE, _signal.SIGABRT, _signal.SIGBUS, _signal.SIGILL):
        raise RuntimeError(f"signal {signum} cannot be registered, use enable() instead")

    def handler(number, frame):
        _dump(fd, frame, all_threads)
        if chain and callable(old):
            old(number, frame)

    old = _signal.signal(signum, handler)
    if signum in _signals:
        old = _signals[signum]
    _signals[signum] = old


def unregister(signum, /):
    """Unregister the handler of the signal 'signum' registered by register()."""
    import _signal
    if signum not in _signals:
        return False
    _signal.signal(signum, _signals.pop(signum))
    return True


def _fault(number, text, frame):
    """Ends the process as a fault of C code would."""
    import _core
    import _signal
    import posix
    if _core.debugged():
        raise NotImplementedError("a fault on purpose is not supported by ttd-py yet")
    if _enabled is not None:
        posix.write(_enabled, f"Fatal Python error: {text}\n\n".encode())
        _dump(_enabled, frame, _all_threads)
    _signal._end_by(number)


def _sigsegv(release_gil=False, /):
    """Raise a SIGSEGV signal."""
    _fault(11, "Segmentation fault", sys._getframe(0))


def _read_null():
    """Read from NULL."""
    _fault(11, "Segmentation fault", sys._getframe(0))


def _stack_overflow():
    """Recursive call to raise a stack overflow."""
    _fault(11, "Segmentation fault", sys._getframe(0))


def _sigfpe():
    """Raise a SIGFPE signal."""
    _fault(8, "Floating-point exception", sys._getframe(0))


def _sigabrt():
    """Raise a SIGABRT signal."""
    _fault(6, "Aborted", sys._getframe(0))


def _fatal_error_c_thread():
    """Call Py_FatalError() in a new C thread."""
    raise NotImplementedError("a thread of C code is not supported by ttd-py yet")


if sys.flags.dev_mode or "faulthandler" in sys._xoptions or "faulthandler" in sys._from_environment:
    _enabled = 2
