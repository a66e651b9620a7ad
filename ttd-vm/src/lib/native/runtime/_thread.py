"""Threads, locks and thread-local data. `_ttd_threads` switches; what waits for what is written here. No event is in
this code, so it is never divided by a switch."""

import _core
import _time
import _ttd_threads
from _ttd_threads import get_ident, park as _park, wake as _wake_up

error = RuntimeError
TIMEOUT_MAX = 9223372036.0
_NAME = "MainThread"
# The events that pass in a second, for the switch interval.
_EVENTS = 4_000_000
# Places in a thread's record.
_IDENT, _STATE, _CONTEXTS, _LOCALS, _WAITS_FOR, _SINCE = 0, 1, 7, 8, 10, 13


_main_ident = 1


def _get_main_thread_ident():
    return _main_ident


def get_native_id():
    import posix
    return posix.getpid() + get_ident() - 1


def _is_main_interpreter():
    return True


def daemon_threads_allowed():
    return True


def _count():
    return len([record for record in _ttd_threads.records() if record[_IDENT] != 1])


def _timeout(blocking, timeout):
    """The seconds to wait at most, None without end."""
    if timeout != timeout:
        raise ValueError("Invalid value NaN (not a number)")
    if not blocking:
        if timeout != -1:
            raise ValueError("can't specify a timeout for a non-blocking call")
        return 0
    if timeout < 0:
        if timeout != -1:
            raise ValueError("timeout value must be a non-negative number")
        return None
    if timeout > TIMEOUT_MAX:
        raise OverflowError("timeout value is too large")
    return timeout


def _deadline(left):
    return None if left is None else _time.monotonic_ns() + int(left * 1e9)


def _wait(what, deadline):
    """Waits until somebody wakes the present thread. Returns False if that was the deadline."""
    _park(what, deadline)
    return not _ttd_threads.timed_out()


def _modules():
    import sys
    return sys.modules


def _wait_among(waiters, what, deadline, is_ready):
    """Waits among others until something is so. Who wakes one of them may take it off. Returns False if the deadline
    comes first."""
    me = _ttd_threads.current()
    try:
        while not is_ready():
            if me not in waiters:
                waiters.append(me)
            if not _wait(what, deadline):
                return is_ready()
        return True
    finally:
        if me in waiters:
            waiters.remove(me)


def _wake_all(waiters):
    for record in waiters:
        _wake_up(record)


def _sleep(seconds):
    """`time.sleep` where there are several threads."""
    if seconds <= 0:
        _ttd_threads.give_way()
        return
    end = _deadline(seconds)
    while _wait(None, end):
        pass


# Locks

class lock:
    """A lock object is a synchronization primitive."""

    __slots__ = ("_held", "_waiters", "_fair", "_taken", "__weakref__")

    def __reduce_ex__(self, protocol, /):
        raise TypeError("cannot pickle '_thread.lock' object")

    def __init__(self):
        # The number of the thread that has it, or 0.
        self._held = 0
        self._waiters = None
        # Whether it goes to who waits longest when it is released: that thread found it taken again.
        self._fair = False
        # How often it was taken, for the debugger.
        self._taken = 0

    def __init_subclass__(cls, /, **kwargs):
        raise TypeError("type '_thread.lock' is not an acceptable base type")

    def acquire(self, blocking=True, timeout=-1):
        """Lock the lock.  Return True if it could be locked."""
        if timeout == -1:
            if not self._held:
                self._held = get_ident()
                self._taken += 1
                return True
            if blocking:
                return _wait_for_lock(self, None)
        left = _timeout(blocking, timeout)
        if not self._held:
            self._held = get_ident()
            self._taken += 1
            return True
        return left != 0 and _wait_for_lock(self, left)

    acquire_lock = acquire

    def release(self):
        """Release the lock, which must have been acquired before."""
        if not self._held:
            raise RuntimeError("release unlocked lock")
        self._held = 0
        if self._waiters:
            _pass_on(self)

    release_lock = release

    def locked(self):
        """Return whether the lock is in the locked state."""
        return self._held != 0

    locked_lock = locked

    __enter__ = acquire

    def __exit__(self, type, value, traceback, /):
        self.release()

    def _at_fork_reinit(self):
        self._held = 0
        self._waiters = None

    def __repr__(self):
        state = "locked" if self._held else "unlocked"
        return f"<{state} _thread.lock object at {id(self):#x}>"


def _wait_for_lock(lock, left):
    deadline = _deadline(left)
    me = _ttd_threads.current()
    if lock._waiters is None:
        lock._waiters = []
    lock._waiters.append(me)
    ident = me[_IDENT]
    try:
        while True:
            in_time = _wait(lock, deadline)
            if lock._held == 0 or lock._held == -ident:
                lock._held = ident
                lock._taken += 1
                return True
            if not in_time:
                return False
            lock._fair = True
    finally:
        lock._waiters.remove(me)
        if lock._held == -ident:
            # It was passed on, and something was raised.
            lock._held = 0
        if lock._held == 0 and lock._waiters:
            _pass_on(lock)


def _pass_on(lock):
    first = lock._waiters[0]
    if lock._fair:
        lock._fair = False
        lock._held = -first[_IDENT]
    _wake_up(first)


class RLock:
    # As those of a lock, and how often its thread has it.
    __slots__ = ("_held", "_waiters", "_fair", "_taken", "_depth", "__weakref__")

    def __reduce_ex__(self, protocol, /):
        raise TypeError("cannot pickle '_thread.RLock' object")

    def __init__(self, *args, **kwargs):
        self._held = 0
        self._waiters = None
        self._fair = False
        self._taken = 0
        self._depth = 0

    def acquire(self, blocking=True, timeout=-1):
        """Lock the lock.  A thread may lock it again."""
        me = get_ident()
        if self._held == me:
            if timeout != -1 or not blocking:
                _timeout(blocking, timeout)
            self._depth += 1
            return True
        if self._held or timeout != -1:
            left = _timeout(blocking, timeout)
            if self._held:
                if left == 0 or not _wait_for_lock(self, left):
                    return False
                self._depth = 1
                return True
        self._held = me
        self._taken += 1
        self._depth = 1
        return True

    def release(self):
        """Release the lock, which must have been acquired before."""
        if self._held != get_ident():
            raise RuntimeError("cannot release un-acquired lock")
        self._depth -= 1
        if not self._depth:
            self._held = 0
            if self._waiters:
                _pass_on(self)

    def locked(self):
        """Return whether the lock is in the locked state."""
        return self._held != 0

    __enter__ = acquire

    def __exit__(self, type, value, traceback, /):
        self.release()

    def _is_owned(self):
        return self._held == get_ident()

    def _recursion_count(self):
        return self._depth if self._held == get_ident() else 0

    def _acquire_restore(self, state, /):
        depth, owner = state
        if self._held:
            _wait_for_lock(self, None)
        else:
            self._taken += 1
        self._held = owner
        self._depth = depth

    def _release_save(self):
        if not self._held:
            raise RuntimeError("cannot release un-acquired lock")
        state = self._depth, self._held
        self._depth = self._held = 0
        if self._waiters:
            _pass_on(self)
        return state

    def _at_fork_reinit(self):
        self._held = self._depth = 0
        self._waiters = None

    def __repr__(self):
        state = "locked" if self._held else "unlocked"
        owner = abs(self._held)
        cls = type(self)
        name = f"{cls.__module__}.{cls.__qualname__}"
        return f"<{state} {name} object owner={owner} count={self._depth} at {id(self):#x}>"


# Data of a thread

class _local:
    """Thread-local data"""

    __slots__ = ("_local_ident", "_local_dicts", "_local_args", "__dict__", "__weakref__")

    def __new__(cls, /, *args, **kwargs):
        if (args or kwargs) and cls.__init__ is object.__init__:
            raise TypeError("Initialization arguments are not supported")
        self = object.__new__(cls)
        _set(self, "_local_ident", get_ident())
        _set(self, "_local_dicts", {})
        _set(self, "_local_args", (args, kwargs))
        if get_ident() != 1:
            _note_local(self)
        return self


_get, _set, _delete = object.__getattribute__, object.__setattr__, object.__delattr__
_own_dict = None


def _note_local(local):
    import _weakref
    _ttd_threads.current()[_LOCALS].append(_weakref.ref(local))


def _use_local(local):
    """Makes the present thread's attributes those of the object."""
    me = get_ident()
    if _get(local, "_local_ident") == me:
        return
    dicts = _get(local, "_local_dicts")
    dicts[_get(local, "_local_ident")] = _get(local, "__dict__")
    own = dicts.pop(me, None)
    _set(local, "_local_ident", me)
    if own is not None:
        _set(local, "__dict__", own)
        return
    _set(local, "__dict__", {})
    if me != 1:
        _note_local(local)
    args, kwargs = _get(local, "_local_args")
    if type(local).__init__ is not object.__init__:
        local.__init__(*args, **kwargs)


def _local_getattribute(self, name, /):
    if _get(self, "_local_ident") != get_ident():
        _use_local(self)
    return _get(self, name)


def _local_setattr(self, name, value, /):
    _use_local(self)
    if name == "__dict__":
        raise AttributeError(f"'{type(self).__name__}' object attribute '__dict__' is read-only")
    _set(self, name, value)


def _local_delattr(self, name, /):
    _use_local(self)
    if name == "__dict__":
        raise AttributeError(f"'{type(self).__name__}' object attribute '__dict__' is read-only")
    _delete(self, name)


def _drop_locals(record):
    """The attributes that a thread leaves behind."""
    ident = record[_IDENT]
    for reference in record[_LOCALS]:
        local = reference()
        if local is not None:
            if _get(local, "_local_ident") == ident:
                _set(local, "_local_ident", 0)
                _set(local, "__dict__", {})
            else:
                _get(local, "_local_dicts").pop(ident, None)
    record[_LOCALS].clear()


# Starting and ending

_NEW, _STARTED, _OVER = 0, 1, 2


class _ThreadHandle:
    __slots__ = ("_ident", "_phase", "_waiters")

    def __init__(self):
        self._ident = 0
        self._phase = _NEW
        self._waiters = []

    @property
    def ident(self):
        return self._ident

    def join(self, timeout=None, /):
        left = None
        if timeout is not None and timeout >= 0:
            if timeout > TIMEOUT_MAX:
                raise OverflowError("timestamp out of range for platform time_t")
            left = timeout
        if self._phase == _NEW:
            raise RuntimeError("thread not started")
        if self._phase == _OVER:
            return
        if self._ident == get_ident():
            raise RuntimeError("Cannot join current thread")
        if left == 0:
            return
        _wait_among(self._waiters, self, _deadline(left), self.is_done)

    def is_done(self):
        return self._phase == _OVER

    def _set_done(self):
        if self._phase == _NEW:
            raise RuntimeError("thread not started")
        self._phase = _OVER
        _wake_all(self._waiters)

    def __repr__(self):
        return f"<_ThreadHandle object: ident={self._ident}>"


# The handles of threads for which the program's end waits, by their numbers; and those of all threads.
_awaited, _handles = {}, {}


def _make_thread_handle(ident, /):
    if not isinstance(ident, int):
        raise TypeError("ident must be an integer")
    handle = _ThreadHandle()
    handle._ident = ident
    handle._phase = _STARTED
    _handles[ident] = handle
    return handle


def _after_fork():
    """In a child process all other threads have ended, and the one that forked is the main thread."""
    global _main_ident
    _main_ident = me = get_ident()
    _awaited.clear()
    for ident, handle in list(_handles.items()):
        if ident != me:
            del _handles[ident]
            handle._phase = _OVER
            handle._waiters = []


def _bootstrap(main):
    """The first frame of a thread, which is never left."""
    try:
        main()
    except BaseException:
        pass
    if not _ttd_threads.has_others():
        _end_process()
    _ttd_threads.finish()


def _end_process():
    """The end of a process that a thread has forked, which goes on in it alone."""
    import posix
    import sys
    for stream in sys.stdout, sys.stderr:
        try:
            stream.flush()
        except BaseException:
            pass
    posix._exit(0)


def _start(function, args, kwargs, handle, daemon):
    import _contextvars
    if _core.is_ending():
        raise PythonFinalizationError("can't create new thread at interpreter shutdown")
    if _local.__getattribute__ is object.__getattribute__:
        _local.__getattribute__ = _local_getattribute
        _local.__setattr__ = _local_setattr
        _local.__delattr__ = _local_delattr
        _ttd_threads.note_local(_local)

    def main():
        try:
            function(*args, **kwargs)
        except SystemExit:
            pass
        except BaseException as e:
            _ttd_threads.note_error()
            _core.namespace()["unraisable"](e, None, f"Exception ignored in thread started by {function!r}")
        _drop_locals(record)
        signals = _modules().get("_signal")
        if signals is not None:
            signals._masks.pop(record[_IDENT], None)
        if handle is not None:
            _awaited.pop(handle._ident, None)
            _handles.pop(handle._ident, None)
            handle._set_done()

    record = _ttd_threads.start(main, _bootstrap, _report_deadlock, _contextvars._stack)
    record[_CONTEXTS].append(_contextvars._outermost())
    signals = _modules().get("_signal")
    if signals is not None:
        signals._inherit_mask(record[_IDENT])
    if handle is not None:
        handle._ident = record[_IDENT]
        handle._phase = _STARTED
        _handles[handle._ident] = handle
        if not daemon:
            _awaited[handle._ident] = handle
    _ttd_threads.enter()
    return record[_IDENT]


_NO_KEYWORDS = {}


def start_new_thread(function, args, kwargs=_NO_KEYWORDS, /):
    if not callable(function):
        raise TypeError("first arg must be callable")
    if not isinstance(args, tuple):
        raise TypeError("2nd arg must be a tuple")
    if not isinstance(kwargs, dict):
        raise TypeError("optional 3rd arg must be a dictionary")
    _core.audit("_thread.start_new_thread", function, args, None if kwargs is _NO_KEYWORDS else kwargs)
    return _start(function, args, kwargs, None, True)


start_new = start_new_thread


def start_joinable_thread(function, handle=None, daemon=True):
    if not callable(function):
        raise TypeError("thread function must be callable")
    given = handle
    if handle is None:
        handle = _ThreadHandle()
    elif not isinstance(handle, _ThreadHandle):
        raise TypeError("'handle' must be a _ThreadHandle")
    _core.audit("_thread.start_joinable_thread", function, 1 if daemon else 0, given)
    if handle._phase != _NEW:
        raise RuntimeError("thread already started")
    _start(function, (), {}, handle, daemon)
    return handle


def allocate_lock():
    return lock()


allocate = allocate_lock
LockType = lock


def exit():
    raise SystemExit


exit_thread = exit


def interrupt_main(signum=2, /):
    import _signal
    if not isinstance(signum, int):
        raise TypeError(f"'{type(signum).__name__}' object cannot be interpreted as an integer")
    if not 1 <= signum < _signal.NSIG:
        raise ValueError("signal number out of range")
    if _signal._handlers.get(signum, 0) in (0, 1):
        return
    if _ttd_threads.is_main():
        _signal.raise_signal(signum)
    else:
        _signal._queue(signum)


_size = 0


def stack_size(size=0, /):
    global _size
    if size < 0:
        raise ValueError("size must be 0 or a positive value")
    if 0 < size < 32768:
        raise ValueError(f"size not valid: {size} bytes")
    old = _size
    _size = size
    return old


def _set_sentinel():
    return lock()


def _shutdown():
    while _awaited:
        try:
            next(iter(_awaited.values())).join()
        except _Deadlock:
            # It was reported when it came about, or ends the program now without anybody who could help it.
            if not _reported:
                raise
            return


def set_name(name, /):
    if not isinstance(name, str):
        raise TypeError(f"set_name() argument 'name' must be str, not {_core.given_name(name)}")


def _switch_interval():
    return _ttd_threads.interval() / _EVENTS


def _set_switch_interval(seconds):
    _ttd_threads.set_interval(max(1, min(int(seconds * _EVENTS), 1 << 40)))


# Deadlocks

class _Deadlock(RuntimeError):
    """No thread can run, and none ever will."""


_Deadlock.__name__ = _Deadlock.__qualname__ = "RuntimeError"
_Deadlock.__module__ = "builtins"
_reported = False


def _name_of(ident):
    threading = _modules().get("threading")
    thread = getattr(threading, "_active", {}).get(ident)
    return getattr(thread, "_name", None) or ("MainThread" if ident == 1 else f"thread {ident}")


def _holder(what):
    """The number of the thread that has what is waited for, or 0."""
    if isinstance(what, (lock, RLock)):
        return abs(what._held)
    return what._ident if type(what) is _ThreadHandle else 0


def _waits(record):
    """What a thread waits for, and who has that."""
    what = record[_WAITS_FOR]
    if type(what) is _ThreadHandle:
        return f"waits for the end of {_name_of(what._ident)}"
    if what is None:
        return "waits"
    if type(what) is bytes:                         # descriptors, as the system is asked for them
        return "waits for files, sockets or processes"
    holder = _holder(what)
    if holder == record[_IDENT] and (about := _notifier(record[_IDENT], what)) is not None:
        return f"waits for {object.__repr__(about)} to be notified"
    held = "" if not holder else " held by itself" if holder == record[_IDENT] else f" held by {_name_of(holder)}"
    return f"waits for {what!r}{held}"


def _notifier(ident, lock):
    """What wakes a thread that waits with a lock of its own: a condition, or the event, queue or barrier that has it."""
    frame = _ttd_threads.innermost_frames().get(ident)
    while frame is not None and frame.f_locals.get("waiter") is not lock:
        frame = frame.f_back
    if frame is None:
        return None
    condition = owner = frame.f_locals.get("self")
    while frame is not None and owner is condition:
        frame = frame.f_back
        owner = frame and frame.f_locals.get("self")
    try:
        parts = object.__getattribute__(owner, "__dict__").values()
    except AttributeError:
        return condition
    return owner if any(part is condition for part in parts) else condition


_READY, _WAITING = 1, 2


def _overview():
    """A line for each thread: number, name and what it does."""
    lines = []
    for record in _ttd_threads.records():
        state = record[_STATE]
        text = "could run" if state == _READY else "runs" if state != _WAITING else _waits(record)
        if state == _WAITING and record[_SINCE] > 0:
            text += f", since event {record[_SINCE]}"
        lines.append(f"{record[_IDENT]}\t{_name_of(record[_IDENT])}\t{text}")
    return "\n".join(lines)


def _report_deadlock():
    global _reported
    _reported = True
    _ttd_threads.note_error()
    texts = [f"{_name_of(record[_IDENT])} {_waits(record)}" for record in _ttd_threads.records()]
    _ttd_threads.current()[_WAITS_FOR] = None
    raise _Deadlock("deadlock: " + "; ".join(texts))


class _ExceptHookArgs(tuple):
    """Type used to pass arguments to threading.excepthook."""

    __slots__ = ()
    __match_args__ = ("exc_type", "exc_value", "exc_traceback", "thread")
    n_fields = 4
    n_sequence_fields = 4
    n_unnamed_fields = 0

    def __new__(cls, sequence, /):
        items = tuple(sequence)
        if len(items) != 4:
            raise TypeError(f"_thread._ExceptHookArgs() takes a 4-sequence ({len(items)}-sequence given)")
        # Made for each thread that dies, whatever hook the program has.
        if items[0] is not SystemExit:
            _ttd_threads.note_error()
        return tuple.__new__(cls, items)

    exc_type = property(lambda self: self[0], doc="Exception type")
    exc_value = property(lambda self: self[1], doc="Exception value")
    exc_traceback = property(lambda self: self[2], doc="Exception traceback")
    thread = property(lambda self: self[3], doc="Thread")

    def __repr__(self):
        parts = [f"{name}={value!r}" for name, value in zip(self.__match_args__, self)]
        return f"_thread._ExceptHookArgs({', '.join(parts)})"


def _excepthook(args, /):
    if type(args) is not _ExceptHookArgs:
        raise TypeError("_thread.excepthook argument type must be ExceptHookArgs")
    if args.exc_type is SystemExit:
        return
    import sys
    import traceback
    # A thread remembers the stream that there was when it was made.
    file = sys.stderr
    if file is None and args.thread is not None:
        file = args.thread._stderr
    if file is None:
        return
    name = get_ident() if args.thread is None else args.thread.name
    print(f"Exception in thread {name}:", file=file, flush=True)
    traceback.print_exception(args.exc_type, args.exc_value, args.exc_traceback, file=file)
    file.flush()


for _class in lock, RLock, _local, _ThreadHandle, _ExceptHookArgs:
    _class.__module__ = "_thread"
