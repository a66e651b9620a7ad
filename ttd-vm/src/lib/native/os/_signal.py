"""Signals: their handlers are the program's, and what a program raises itself is handled at once. Those from outside,
those of timers among them, are handled where the program waits, and now and then while it runs."""

import _core
import _host
import _posix
import _time
import _ttd_threads

SIG_DFL, SIG_IGN = 0, 1
SIG_BLOCK, SIG_UNBLOCK, SIG_SETMASK = 0, 1, 2
ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF = 0, 1, 2
NSIG = 65
SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE = 1, 2, 3, 4, 5, 6, 7, 8
SIGIOT = 6
SIGKILL, SIGUSR1, SIGSEGV, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGSTKFLT = 9, 10, 11, 12, 13, 14, 15, 16
SIGCHLD, SIGCONT, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGXCPU = 17, 18, 19, 20, 21, 22, 23, 24
SIGCLD = 17
SIGXFSZ, SIGVTALRM, SIGPROF, SIGWINCH, SIGIO, SIGPWR, SIGSYS = 25, 26, 27, 28, 29, 30, 31
SIGPOLL = 29
SIGRTMIN, SIGRTMAX = 34, 64
ItimerError = type("itimer_error", (OSError,), {"__module__": "signal"})

_TEXTS = {
    1: "Hangup", 2: "Interrupt", 3: "Quit", 4: "Illegal instruction", 5: "Trace/breakpoint trap", 6: "Aborted",
    7: "Bus error", 8: "Floating point exception", 9: "Killed", 10: "User defined signal 1",
    11: "Segmentation fault", 12: "User defined signal 2", 13: "Broken pipe", 14: "Alarm clock", 15: "Terminated",
    16: "Stack fault", 17: "Child exited", 18: "Continued", 19: "Stopped (signal)", 20: "Stopped",
    21: "Stopped (tty input)", 22: "Stopped (tty output)", 23: "Urgent I/O condition",
    24: "CPU time limit exceeded", 25: "File size limit exceeded", 26: "Virtual timer expired",
    27: "Profiling timer expired", 28: "Window changed", 29: "I/O possible", 30: "Power failure",
    31: "Bad system call",
}
_IGNORED = (17, 18, 23, 28)
# Those at which `faulthandler` shows where the program is.
_FAULTS = (SIGSEGV, SIGFPE, SIGABRT, SIGBUS, SIGILL)


def default_int_handler(signalnum, frame, /):
    """The default handler for SIGINT installed by Python.

    It raises KeyboardInterrupt."""
    raise KeyboardInterrupt


_handlers = {SIGINT: default_int_handler, SIGPIPE: SIG_IGN, SIGXFSZ: SIG_IGN}
# What threads block, by thread. A new one blocks what the one did that started it.
_masks = {}
_pending = []
# Those that the main thread is to handle.
_queued = []
_wakeup = -1


def _number(signalnum):
    if not isinstance(signalnum, int):
        raise TypeError(f"'{type(signalnum).__name__}' object cannot be interpreted as an integer")
    if not 1 <= signalnum < NSIG:
        raise ValueError("signal number out of range")
    return int(signalnum)


def signal(signalnum, handler, /):
    """Set the action for the given signal.

    The action can be SIG_DFL, SIG_IGN, or a callable Python object.
    The previous action is returned.  See getsignal() for possible return values.

    *** IMPORTANT NOTICE ***
    A signal handler function is called with two arguments:
    the first is the signal number, the second is the interrupted stack frame."""
    number = _number(signalnum)
    if not callable(handler) and handler not in (SIG_DFL, SIG_IGN):
        raise TypeError("signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object")
    if not _ttd_threads.is_main():
        raise ValueError("signal only works in main thread of the main interpreter")
    if number in (SIGKILL, SIGSTOP, 32, 33):
        raise OSError(22, "Invalid argument")
    old = _handlers.get(number, SIG_DFL)
    if number != SIGINT:
        _host.ask(_host.SIGACTION, number, 2 if callable(handler) else int(handler))
    _handlers[number] = handler
    _watch()
    return old


def _watch():
    """Has the scheduler look for signals while the program runs, if it handles any. Ctrl-C comes another way."""
    watches = any([number != SIGINT and callable(handler) for number, handler in _handlers.items()])
    if _ttd_threads.watch_signals(watches):
        _ttd_threads.enter()


def getsignal(signalnum, /):
    """Return the current action for the given signal.

    The return value can be:
      SIG_IGN -- if the signal is being ignored
      SIG_DFL -- if the default action for the signal is in effect
      None    -- if an unknown handler is in effect
      anything else -- the callable Python object used as a handler"""
    return _handlers.get(_number(signalnum), SIG_DFL)


def _frame():
    import sys
    try:
        return sys._getframe(0)
    except (AttributeError, ValueError, NotImplementedError):
        return None


def _mask():
    """The signals that this thread blocks."""
    return _masks.get(_ttd_threads.get_ident(), frozenset())


def _inherit_mask(thread):
    if _mask():
        _masks[thread] = _mask()


def _is_blocked(number):
    """Whether no thread of the process would take this signal."""
    return bool(_masks) and all([number in _masks.get(record[0], ()) for record in _ttd_threads.records()])


# How many signals the program's handlers were called for.
_handled = 0


def _handle(number):
    global _handled
    if _is_blocked(number):
        if number not in _pending:
            _pending.append(number)
        return
    handler = _handlers.get(number, SIG_DFL)
    if callable(handler):
        if not _ttd_threads.is_main():
            return _queue(number)
        if _wakeup >= 0:
            try:
                _posix.write(_wakeup, bytes((number,)))
            except OSError:
                pass
        _handled += 1
        handler(number, _frame())
    elif handler == SIG_DFL and number not in _IGNORED:
        if _core.debugged():
            raise NotImplementedError("the default action of a signal is not supported by ttd-py yet")
        if number in _FAULTS:
            import faulthandler
            faulthandler._at_fault(number)
        _end_by(number)


def _end_by(number):
    """Ends the process by a signal."""
    _host.ask(_host.SIGACTION, number, 0)
    _host.ask(_host.KILL, _posix.id_number(0), number)


def _queue(number):
    """Has the main thread handle a signal."""
    _queued.append(int(number))
    _ttd_threads.call_in_main((_handle_queued,))


def _handle_queued():
    while _queued:
        _handle(_queued.pop(0))


def _to_itself(number):
    """A signal that the program sends to its own process."""
    if number in (SIGKILL, SIGSTOP):
        if _core.debugged():
            raise NotImplementedError("the default action of a signal is not supported by ttd-py yet")
        _host.ask(_host.KILL, _posix.id_number(0), number)
    elif _is_blocked(number) or not 0 <= number < NSIG:
        raise_signal(number)
    elif number:
        _handle(int(number))


def _deliver(numbers=None):
    """Handles the signals that have arrived from outside."""
    _queued.extend(_host.ask(_host.SIGNALS) if numbers is None else numbers)
    _handle_queued()


def _ask_again(op, numbers, path, data):
    _deliver()
    return _host.ask(op, *numbers, path=path, data=data)


def _read_again(fd, length):
    _deliver()
    return _posix.read(fd, length)


def _write_again(fd, data):
    _deliver()
    return _posix.write(fd, data)


def _write_part_again(fd, data):
    _deliver()
    return _posix.write_part(fd, data)


def _write_rest(fd, data, done):
    """Writes on where a part is written, while other threads run. Returns what was written before an error."""
    view = memoryview(data).cast("B")
    try:
        while done < len(view):
            done += _posix.write_part(fd, view[done:])
    except OSError:
        pass
    return done


def _sleep_until(end):
    """Sleeps on after a signal."""
    while True:
        _deliver()
        left = end - _time.monotonic()
        if left <= 0 or _time.doze(left):
            return


def raise_signal(signalnum, /):
    """Send a signal to the executing process."""
    if not isinstance(signalnum, int):
        raise TypeError(f"'{type(signalnum).__name__}' object cannot be interpreted as an integer")
    if not 0 <= signalnum < NSIG:
        raise OSError(22, "Invalid argument")
    if signalnum in _mask():
        # It is for this thread alone.
        if signalnum not in _pending:
            _pending.append(int(signalnum))
    elif signalnum:
        _handle(int(signalnum))


def pause():
    """Wait until a signal arrives."""
    if _ttd_threads.has_others():
        import _thread
        before = _handled
        while _handled == before:
            _thread._sleep(0.01)
        return
    while _time.doze(3600.0):
        pass
    _deliver()


def alarm(seconds, /):
    """Arrange for SIGALRM to arrive after the given number of seconds."""
    if not isinstance(seconds, int):
        raise TypeError(f"'{type(seconds).__name__}' object cannot be interpreted as an integer")
    left = setitimer(ITIMER_REAL, seconds)[0]
    return int(left + 0.999999)


_TIMERS = {ITIMER_REAL: SIGALRM, ITIMER_VIRTUAL: SIGVTALRM, ITIMER_PROF: SIGPROF}


def _timer(call, which, *data):
    try:
        numbers = _posix.call((), call, which, *data)
    except OSError as error:
        raise ItimerError(*error.args) from None
    parts = [int.from_bytes(numbers[at:at + 8], "little", signed=True) for at in range(0, 32, 8)]
    return parts[2] + parts[3] / 1e6, parts[0] + parts[1] / 1e6


def setitimer(which, seconds, interval=0.0, /):
    """Sets given itimer (one of ITIMER_REAL, ITIMER_VIRTUAL or ITIMER_PROF).

    The timer will fire after value seconds and after that every interval seconds.
    The itimer can be cleared by setting seconds to zero.

    Returns old values as a tuple: (delay, interval)."""
    number = _TIMERS.get(which)
    if number is None or seconds < 0 or interval < 0:
        raise ItimerError(22, "Invalid argument")
    if seconds and _handlers.get(number, SIG_DFL) == SIG_DFL and (_core.debugged() or _is_blocked(number)):
        # It must not end the process, which is the debugger's.
        _host.ask(_host.SIGACTION, number, 2)
    parts = []
    for time in interval, seconds:
        whole, rest = divmod(time, 1)
        # The shortest time is none to the kernel.
        parts += [int(whole), max(int(rest * 1e6), int(0 < time < 1e-6))]
    return _timer("setitimer", which, b"".join([part.to_bytes(8, "little") for part in parts]))


def getitimer(which, /):
    """Returns current value of given itimer."""
    if which not in _TIMERS:
        raise ItimerError(22, "Invalid argument")
    return _timer("getitimer", which)


def strsignal(signalnum, /):
    """Return the system description of the given signal.

    Returns the description of signal *signalnum*, such as "Interrupt"
    for :const:`SIGINT`. Returns :const:`None` if *signalnum* has no
    description. Raises :exc:`ValueError` if *signalnum* is invalid."""
    number = _number(signalnum)
    if number >= SIGRTMIN:
        return f"Real-time signal {number - SIGRTMIN}"
    return _TEXTS.get(number)


def valid_signals():
    """Return a set of valid signal numbers on this platform.

    The signal numbers returned by this function can be safely passed to
    functions like `pthread_sigmask`."""
    return set(range(1, 32)) | set(range(34, 65))


def siginterrupt(signalnum, flag, /):
    """Change system call restart behaviour.

    If flag is False, system calls will be restarted when interrupted by
    signal sig, else system calls will be interrupted."""
    _number(signalnum)


def set_wakeup_fd(fd, /, *, warn_on_full_buffer=True):
    """Sets the fd to be written to (with the signal number) when a signal comes in."""
    global _wakeup
    if not isinstance(fd, int):
        raise TypeError(f"'{type(fd).__name__}' object cannot be interpreted as an integer")
    if fd != -1:
        _posix.fstat(fd)
        if _host.ask(_host.GET_BLOCKING, fd):
            raise ValueError(f"the fd {fd} must be in non-blocking mode")
    old = _wakeup
    _wakeup = fd
    return old


def pthread_sigmask(how, mask, /):
    """Fetch and/or change the signal mask of the calling thread."""
    numbers = {_number(n) for n in mask} - {SIGKILL, SIGSTOP}
    old = _mask()
    if how == SIG_BLOCK:
        new = old | numbers
    elif how == SIG_UNBLOCK:
        new = old - numbers
    elif how == SIG_SETMASK:
        new = frozenset(numbers)
    else:
        raise OSError(22, "Invalid argument")
    _masks[_ttd_threads.get_ident()] = new
    for number in sorted(old ^ new):
        # One that is blocked waits here, and must not end the process.
        if number != SIGINT and _handlers.get(number, SIG_DFL) == SIG_DFL:
            _host.ask(_host.SIGACTION, number, 2 if number in new else 0)
    for number in [n for n in _pending if n not in new]:
        _pending.remove(number)
        _handle(number)
    return set(old)


def sigpending():
    """Examine pending signals.

    Returns a set of signal numbers that are pending for delivery to
    the calling thread."""
    return set(_pending)


struct_siginfo = _core.namespace()["make_struct"](
    "signal", "struct_siginfo", ("si_signo", "si_code", "si_errno", "si_pid", "si_uid", "si_status", "si_band"), None,
    "struct_siginfo: Result from sigwaitinfo or sigtimedwait.\n\n"
    "This object may be accessed either as a tuple of\n"
    "(si_signo, si_code, si_errno, si_pid, si_uid, si_status, si_band),\n"
    "or via the attributes si_signo, si_code, and so on.")


def _take(numbers, end):
    """The first pending signal of these, which is no longer pending; None if none comes until `end`."""
    for number in numbers - {SIGINT}:
        if number not in _handlers:
            _host.ask(_host.SIGACTION, number, 2)
    while True:
        for number in sorted(_pending):
            if number in numbers:
                _pending.remove(number)
                return number
        now = _time.monotonic()
        if end is not None and now >= end:
            return None
        left = 3600.0 if end is None else end - now
        if _ttd_threads.has_others():
            import _thread
            _thread._sleep(min(left, 0.01))
        else:
            _time.doze(left)
        for number in _host.ask(_host.SIGNALS):
            if number in numbers:
                _pending.append(number)
            else:
                _handle(number)


def sigwait(sigset, /):
    """Wait for a signal.

    Suspend execution of the calling thread until the delivery of one of the
    signals specified in the signal set sigset.

    The function accepts the signal and returns the signal number."""
    return _take({_number(n) for n in sigset}, None)


def _information(number):
    from posix import getpid, getuid
    alarm = number == SIGALRM
    # What the program sends itself has the code of `tgkill`, a timer's that of the kernel.
    return struct_siginfo((number, 128 if alarm else -6, 0, 0 if alarm else getpid(), 0 if alarm else getuid(), 0, 0))


def sigwaitinfo(sigset, /):
    """Wait synchronously until one of the signals in *sigset* is delivered.

    Returns a struct_siginfo containing information about the signal."""
    return _information(_take({_number(n) for n in sigset}, None))


def sigtimedwait(sigset, timeout, /):
    """Like sigwaitinfo(), but with a timeout.

    The timeout is specified in seconds, rounded up to nanoseconds."""
    if timeout < 0:
        raise ValueError("timeout must be non-negative")
    number = _take({_number(n) for n in sigset}, _time.monotonic() + timeout)
    return None if number is None else _information(number)


def pthread_kill(thread_id, signalnum, /):
    """Send a signal to a thread."""
    _core.audit("signal.pthread_kill", thread_id, signalnum)
    if thread_id not in [record[0] for record in _ttd_threads.records()]:
        raise ProcessLookupError(3, "No such process")
    raise_signal(signalnum)


def pidfd_send_signal(pidfd, signalnum, siginfo=None, flags=0, /):
    """Send a signal to a process referred to by a pid file descriptor."""
    from _ttd_processes import _fd
    pidfd, signalnum, flags = _fd(pidfd), _fd(signalnum), _fd(flags)
    if siginfo is not None:
        raise TypeError("siginfo must be None")
    _posix.call((), "pidfd_send_signal", pidfd, signalnum, flags)
    _deliver()


def _take_over_mask(blocked):
    """Keeps the signals that were blocked when the process began from the program, which may unblock them: from now on
    they come and are held back here."""
    _masks[_ttd_threads.get_ident()] = mask = frozenset([n for n in range(1, NSIG) if blocked >> n - 1 & 1])
    for number in sorted(mask - {SIGINT}):
        _host.ask(_host.SIGACTION, number, 2)
    _posix.call((), "sigprocmask", SIG_SETMASK, bytes(8))


def _begin():
    import sys
    blocked = sys._from_environment.get("blocked_signals")
    if blocked:
        _take_over_mask(int(blocked))


_begin()
# Programs know the functions as those of `signal`.
for _value in list(globals().values()):
    if type(_value) is type(_begin) and _value.__module__ == "_signal":
        _value.__module__ = "signal"
del _begin, _value
