"""Semaphores of several processes: each is a pair of sockets, in which lies a byte for everyone who may still enter.
Processes that are forked share it."""

import _socket
import select
import time
from _thread import get_ident

flags = {"HAVE_SEM_OPEN": 1, "HAVE_SEM_TIMEDWAIT": 1}
_RECURSIVE = 0


class SemLock:
    """Semaphore/Mutex type"""

    __module__ = "_multiprocessing"
    SEM_VALUE_MAX = 0x7FFFFFFF

    def __new__(cls, kind, value, maxvalue, name, unlink):
        if kind not in (0, 1):
            raise ValueError("unrecognized kind")
        self = object.__new__(cls)
        inner, outer = _socket.socketpair()
        self._inner, self._outer = inner, outer
        self.kind, self.maxvalue = kind, maxvalue
        self.name, self.handle = (None if unlink else name), inner.fileno()
        self._holds, self._owner = 0, None
        outer.sendall(b"." * value)
        return self

    def __init__(self, *args):
        pass

    @classmethod
    def _rebuild(cls, handle, kind, maxvalue, name):
        """Rebuild a semaphore in a process that was not forked."""
        raise NotImplementedError("a semaphore of a process that was spawned is not supported by ttd-py yet")

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
        try:
            return len(self._inner.recv(1 << 16, _socket.MSG_PEEK | _socket.MSG_DONTWAIT)) if self._ready(0) else 0
        except BlockingIOError:
            return 0

    def _is_zero(self):
        """Return whether semaphore has value zero."""
        return not self._ready(0)

    def _ready(self, timeout):
        return bool(select.select([self._inner.fileno()], [], [], timeout)[0])

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
            self._inner.setblocking(False)
            try:
                self._inner.recv(1)
                break
            except BlockingIOError:
                # Another process was faster.
                continue
            finally:
                self._inner.setblocking(True)
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
        self._outer.send(b".")
        self._holds -= 1

    def __enter__(self):
        """Enter the semaphore/lock."""
        return self.acquire()

    def __exit__(self, exc_type=None, exc_value=None, exc_tb=None, /):
        """Exit the semaphore/lock."""
        self.release()


def sem_unlink(name, /):
    """A semaphore has no name that outlasts it."""
