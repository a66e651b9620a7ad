"""Locks and thread-local data where there is one thread. What would wait for another thread waits for a signal."""

import _core
import _time

error = RuntimeError
TIMEOUT_MAX = 9223372036.0
_NAME = "MainThread"


def get_ident():
    return 1


def _get_main_thread_ident():
    return 1


def get_native_id():
    import posix
    return posix.getpid()


def _is_main_interpreter():
    return True


def daemon_threads_allowed():
    return True


def _count():
    return 0


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


class lock:
    """A lock object is a synchronization primitive."""

    __slots__ = ("_held", "__weakref__")

    def __init__(self):
        self._held = False

    def __init_subclass__(cls, /, **kwargs):
        raise TypeError("type '_thread.lock' is not an acceptable base type")

    def acquire(self, blocking=True, timeout=-1):
        """Lock the lock.  Return True if it could be locked."""
        left = _timeout(blocking, timeout)
        if not self._held:
            self._held = True
            return True
        if left is None:
            # Only a signal handler can release it.
            while self._held:
                _time.sleep(0.05)
            self._held = True
            return True
        if left > 0:
            _time.sleep(left)
            if not self._held:
                self._held = True
                return True
        return False

    acquire_lock = acquire

    def release(self):
        """Release the lock, which must have been acquired before."""
        if not self._held:
            raise RuntimeError("release unlocked lock")
        self._held = False

    release_lock = release

    def locked(self):
        """Return whether the lock is in the locked state."""
        return self._held

    locked_lock = locked

    def __enter__(self):
        return self.acquire()

    def __exit__(self, type, value, traceback, /):
        self.release()

    def _at_fork_reinit(self):
        self._held = False

    def __repr__(self):
        state = "locked" if self._held else "unlocked"
        return f"<{state} _thread.lock object at {id(self):#x}>"


class RLock:
    __slots__ = ("_depth", "__weakref__")

    def __init__(self):
        self._depth = 0

    def acquire(self, blocking=True, timeout=-1):
        """Lock the lock.  A thread may lock it again."""
        _timeout(blocking, timeout)
        self._depth += 1
        return True

    def release(self):
        """Release the lock, which must have been acquired before."""
        if not self._depth:
            raise RuntimeError("cannot release un-acquired lock")
        self._depth -= 1

    def locked(self):
        """Return whether the lock is in the locked state."""
        return self._depth > 0

    def __enter__(self):
        return self.acquire()

    def __exit__(self, type, value, traceback, /):
        self.release()

    def _is_owned(self):
        return self._depth > 0

    def _recursion_count(self):
        return self._depth

    def _acquire_restore(self, state, /):
        self._depth = state[0]

    def _release_save(self):
        if not self._depth:
            raise RuntimeError("cannot release un-acquired lock")
        state = self._depth, 1
        self._depth = 0
        return state

    def _at_fork_reinit(self):
        self._depth = 0

    def __repr__(self):
        state = "locked" if self._depth else "unlocked"
        owner = 1 if self._depth else 0
        cls = type(self)
        name = f"{cls.__module__}.{cls.__qualname__}"
        return f"<{state} {name} object owner={owner} count={self._depth} at {id(self):#x}>"


class _local:
    """Thread-local data"""

    def __new__(cls, /, *args, **kwargs):
        if (args or kwargs) and cls.__init__ is object.__init__:
            raise TypeError("Initialization arguments are not supported")
        return object.__new__(cls)


class _ThreadHandle:
    __slots__ = ("_ident", "_done")

    def __init__(self):
        self._ident = None
        self._done = False

    @property
    def ident(self):
        return self._ident

    def join(self, timeout=None, /):
        if self._ident == 1 and not self._done:
            raise RuntimeError("Cannot join current thread")

    def is_done(self):
        return self._done

    def _set_done(self):
        self._done = True


def _make_thread_handle(ident, /):
    handle = _ThreadHandle()
    handle._ident = ident
    return handle


def _no_threads():
    raise NotImplementedError("starting a thread is not supported by ttd-py yet")


def start_new_thread(function, args, kwargs={}, /):
    if not callable(function):
        raise TypeError("first arg must be callable")
    if not isinstance(args, tuple):
        raise TypeError("2nd arg must be a tuple")
    if not isinstance(kwargs, dict):
        raise TypeError("optional 3rd arg must be a dictionary")
    _no_threads()


start_new = start_new_thread


def start_joinable_thread(function, handle=None, daemon=True):
    _no_threads()


def allocate_lock():
    return lock()


allocate = allocate_lock
LockType = lock


def exit():
    raise SystemExit


exit_thread = exit


def interrupt_main(signum=2, /):
    import _signal
    _signal.raise_signal(signum)


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
    pass


def set_name(name, /):
    if not isinstance(name, str):
        raise TypeError(f"set_name() argument 'name' must be str, not {_core.given_name(name)}")


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
    if sys.stderr is None:
        return
    name = get_ident() if args.thread is None else args.thread.name
    print(f"Exception in thread {name}:", file=sys.stderr, flush=True)
    traceback.print_exception(args.exc_type, args.exc_value, args.exc_traceback, file=sys.stderr)
    sys.stderr.flush()


for _class in lock, RLock, _local, _ThreadHandle, _ExceptHookArgs:
    _class.__module__ = "_thread"
