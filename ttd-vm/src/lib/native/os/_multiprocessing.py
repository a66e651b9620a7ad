"""Semaphores of several processes: each is a pipe, in which lies a byte for everyone who may still enter. Processes
that are forked share it; those that are spawned open it by its name, that of a FIFO."""

import fcntl
import posix
import select
import time
from _thread import get_ident

flags = {"HAVE_SEM_OPEN": 1, "HAVE_SEM_TIMEDWAIT": 1}
_RECURSIVE = 0
_FIONREAD = 0x541B


def _file(name):
    """The FIFO of a semaphore's name, which begins with a slash."""
    try:
        posix.stat("/dev/shm")
        folder = "/dev/shm"
    except OSError:
        folder = "/tmp"
    return f"{folder}/sem.ttd-py.{name[1:]}"


def _opened(name):
    # Opened for both directions it never waits for another process, and has no end.
    return posix.open(_file(name), posix.O_RDWR | posix.O_NONBLOCK | posix.O_CLOEXEC)


class SemLock:
    """Semaphore/Mutex type"""

    __module__ = "_multiprocessing"
    # The least that POSIX allows; a pipe holds twice as many bytes.
    SEM_VALUE_MAX = 32767

    def __new__(cls, kind, value, maxvalue, name, unlink):
        if kind not in (0, 1):
            raise ValueError("unrecognized kind")
        if not 0 <= value <= cls.SEM_VALUE_MAX:
            raise OSError(22, posix.strerror(22))
        if unlink:
            inner, outer = posix.pipe()
            posix.set_blocking(inner, False)
            self = cls._make(inner, outer, kind, maxvalue, None)
        else:
            posix.mkfifo(_file(name), 0o600)
            inner = _opened(name)
            self = cls._make(inner, inner, kind, maxvalue, name)
        posix.write(self._outer, b"." * value)
        return self

    def __init__(self, *args):
        pass

    @classmethod
    def _make(cls, inner, outer, kind, maxvalue, name):
        self = object.__new__(cls)
        self.handle, self._outer, self.name = inner, outer, name
        self.kind, self.maxvalue = kind, maxvalue
        self._holds, self._owner = 0, None
        return self

    @classmethod
    def _rebuild(cls, handle, kind, maxvalue, name):
        """Rebuild a semaphore in a process that was not forked."""
        if name is None:
            raise ValueError("a semaphore without a name belongs to the processes that were forked with it")
        inner = _opened(name)
        return cls._make(inner, inner, kind, maxvalue, name)

    def __del__(self):
        posix.close(self.handle)
        if self._outer != self.handle:
            posix.close(self._outer)

    def _is_mine(self):
        """Whether the lock is owned by this thread."""
        return self._holds > 0 and self._owner == get_ident()

    def _count(self):
        """Num of `acquire()`s minus num of `release()`s for this process."""
        return self._holds

    def _after_fork(self):
        """Rezero the net acquisition count after fork()."""
        self._holds = 0

    def _get_value(self):
        """Get the value of the semaphore."""
        return int.from_bytes(fcntl.ioctl(self.handle, _FIONREAD, bytes(4)), "little")

    def _is_zero(self):
        """Return whether semaphore has value zero."""
        return self._get_value() == 0

    def _ready(self, timeout):
        return bool(select.select([self.handle], [], [], timeout)[0])

    def acquire(self, block=True, timeout=None):
        """Acquire the semaphore/lock."""
        if self.kind == _RECURSIVE and self._is_mine():
            self._holds += 1
            return True
        end = None
        if not block:
            end = 0
        elif timeout is not None:
            end = time.monotonic() + max(timeout, 0)
        while True:
            left = None if end is None else max(end - time.monotonic(), 0) if end else 0
            if not self._ready(left):
                return False
            try:
                posix.read(self.handle, 1)
                break
            except BlockingIOError:
                # Another process was faster.
                continue
        self._holds += 1
        self._owner = get_ident()
        return True

    def release(self):
        """Release the semaphore/lock."""
        if self.kind == _RECURSIVE:
            if not self._is_mine():
                raise AssertionError("attempt to release recursive lock not owned by thread")
            if self._holds > 1:
                self._holds -= 1
                return
        elif self._get_value() >= self.maxvalue:
            raise ValueError("semaphore or lock released too many times")
        posix.write(self._outer, b".")
        self._holds -= 1

    def __enter__(self):
        """Enter the semaphore/lock."""
        return self.acquire()

    def __exit__(self, exc_type=None, exc_value=None, exc_tb=None, /):
        """Exit the semaphore/lock."""
        self.release()


def sem_unlink(name, /):
    posix.unlink(_file(name))
