"""Dumps tracebacks of the program. Faults of the interpreter itself are no business of the program's, so enabling
matters only for those that the program asks for."""

import sys

# The descriptor to write to at a fault, or None, and whether all threads are named.
_enabled = None
_all_threads = True
_signals = {}
# The number of the dump that is to come, and of the thread that waits for its time.
_later = 0
_watcher = None
_TEXTS = {11: "Segmentation fault", 8: "Floating-point exception", 6: "Aborted", 7: "Bus error",
          4: "Illegal instruction"}
_MOST_FRAMES, _MOST_TEXT = 100, 500


def _file(file):
    """A descriptor, or the file's, which is flushed."""
    if file is None:
        try:
            file = sys.stderr
        except AttributeError:
            raise RuntimeError("unable to get sys.stderr") from None
        if file is None:
            raise RuntimeError("sys.stderr is None")
    if isinstance(file, int):
        if file < 0:
            raise ValueError("file is not a valid file descriptor")
        return file
    number = file.fileno()
    if not isinstance(number, int):
        raise RuntimeError("file.fileno() is not a valid file descriptor")
    file.flush()
    return number


def _text(name):
    name = name.encode("ascii", "backslashreplace").decode()
    return name if len(name) <= _MOST_TEXT else name[:_MOST_TEXT] + "..."


def _stack(frame):
    """The lines that show a frame and its callers."""
    lines = []
    while frame is not None:
        if len(lines) == _MOST_FRAMES:
            lines.append("  ...")
            break
        code = frame.f_code
        lines.append(f'  File "{_text(code.co_filename)}", line {frame.f_lineno} in {_text(code.co_name)}')
        frame = frame.f_back
    return lines


def _threads(current, frame):
    """The lines that show all threads, the newest first; `frame` is that of the current one, which may be None."""
    lines = []
    frames = sys._current_frames()
    for ident in sorted(frames, reverse=True):
        if ident == _watcher:
            continue
        if lines:
            lines.append("")
        who = "Current thread" if ident == current else "Thread"
        lines.append(f"{who} 0x{ident:016x} (most recent call first):")
        lines += _stack(frame if ident == current else frames[ident])
    return lines


def _dump(fd, frame, all_threads, heading=""):
    import posix
    if all_threads:
        import _thread
        lines = _threads(_thread.get_ident(), frame)
    else:
        lines = ["Stack (most recent call first):", *_stack(frame)]
    posix.write(fd, (heading + "\n".join(lines) + "\n").encode())


def dump_traceback(file=None, all_threads=True):
    """Dump the traceback of the current thread, or of all threads if all_threads is True, into file."""
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


def _is_wanted():
    """Whether the command line or the environment enables the handler."""
    return sys.flags.dev_mode or "faulthandler" in sys._xoptions or "faulthandler" in sys._from_environment


def dump_traceback_later(timeout, repeat=False, file=None, exit=False):
    """Dump the traceback of all threads in timeout seconds,
    or each timeout seconds if repeat is True. If exit is True, call _exit(1)
    which is not safe."""
    global _later
    if not isinstance(timeout, (int, float)):
        raise TypeError(f"'{type(timeout).__name__}' object cannot be interpreted as an integer")
    if timeout <= 0:
        raise ValueError("timeout must be greater than 0")
    fd = _file(file)
    _later += 1
    import _thread
    _thread.start_new_thread(_watch, (_later, timeout, repeat, fd, exit))


def _watch(number, timeout, repeat, fd, exit):
    """What the thread does that waits: it is none of those that it shows."""
    global _watcher
    import _thread
    import _time
    while True:
        _time.sleep(timeout)
        if number != _later:
            return
        _watcher = _thread.get_ident()
        try:
            _dump(fd, None, True, f"Timeout ({_duration(timeout)})!\n")
        finally:
            _watcher = None
        if exit:
            import posix
            posix._exit(1)
        if not repeat:
            return


def _duration(seconds):
    """As `str` of a timedelta has it."""
    microseconds = round(seconds * 1e6)
    seconds, microseconds = divmod(microseconds, 1_000_000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    fraction = f".{microseconds:06}" if microseconds else ""
    return f"{hours}:{minutes:02}:{seconds:02}{fraction}"


def cancel_dump_traceback_later():
    """Cancel the previous call to dump_traceback_later()."""
    global _later
    _later += 1


def register(signum, file=None, all_threads=True, chain=False):
    """Register a handler for the signal 'signum'.

    Dump the traceback of the current thread, or of all threads if
    all_threads is True, into file."""
    import _signal
    fd = _file(file)
    if signum in _TEXTS:
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


def _at_fault(number):
    """Says where the program is, before it ends."""
    if _enabled is not None:
        _dump(_enabled, sys._getframe(0), _all_threads, f"Fatal Python error: {_TEXTS[number]}\n\n")


def _fault(number):
    """Ends the process as a fault of C code would."""
    import _core
    import _signal
    if _core.debugged():
        raise NotImplementedError("a fault on purpose is not supported by ttd-py yet")
    _at_fault(number)
    _signal._end_by(number)


def _sigsegv(release_gil=False, /):
    """Raise a SIGSEGV signal."""
    _fault(11)


def _read_null():
    """Read from NULL."""
    _fault(11)


def _stack_overflow():
    """Recursive call to raise a stack overflow."""
    _fault(11)


def _sigfpe():
    """Raise a SIGFPE signal."""
    _fault(8)


def _sigabrt():
    """Raise a SIGABRT signal."""
    _fault(6)


def _fatal_error_c_thread():
    """Call Py_FatalError() in a new C thread."""
    raise NotImplementedError("a thread of C code is not supported by ttd-py yet")


if _is_wanted():
    enable()
