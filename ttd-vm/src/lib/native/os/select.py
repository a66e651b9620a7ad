"""Waiting for input and output."""

import _core
import _host
from _host import EPOLL_WAIT as _EPOLL_WAIT, ask as _ask
from math import isnan as _isnan

error = OSError
PIPE_BUF = 4096

POLLIN, POLLPRI, POLLOUT, POLLERR, POLLHUP, POLLNVAL = 1, 2, 4, 8, 16, 32
POLLRDNORM, POLLRDBAND, POLLWRNORM, POLLWRBAND, POLLMSG, POLLRDHUP = 64, 128, 256, 512, 1024, 0x2000
EPOLLIN, EPOLLPRI, EPOLLOUT, EPOLLERR, EPOLLHUP = 1, 2, 4, 8, 16
EPOLLRDNORM, EPOLLRDBAND, EPOLLWRNORM, EPOLLWRBAND, EPOLLMSG, EPOLLRDHUP = 64, 128, 256, 512, 1024, 0x2000
EPOLLEXCLUSIVE, EPOLLWAKEUP, EPOLLONESHOT, EPOLLET = 1 << 28, 1 << 29, 1 << 30, 1 << 31
del EPOLLWAKEUP
EPOLL_CLOEXEC = 0o2000000


def _number(file):
    if isinstance(file, int):
        fd = int(file)
    else:
        try:
            fileno = file.fileno
        except AttributeError:
            raise TypeError("argument must be an int, or have a fileno() method.") from None
        fd = fileno()
        if not isinstance(fd, int):
            raise TypeError("fileno() returned a non-integer")
    if fd > 0x7FFFFFFF:
        raise OverflowError("Python int too large to convert to C int")
    if fd < 0:
        raise ValueError(f"file descriptor cannot be a negative integer ({fd})")
    return fd


def _nanoseconds(timeout, unit, message):
    """A timeout as the host has it: nanoseconds, rounded away from zero; negative is forever."""
    if timeout is None:
        return -1
    if isinstance(timeout, float):
        if _isnan(timeout):
            raise ValueError("Invalid value NaN (not a number)")
    elif not hasattr(type(timeout), "__index__"):
        raise TypeError(message)
    nanos = timeout * unit
    if nanos > 0x7FFFFFFFFFFFFFFF:
        raise OverflowError("timeout is too large")
    whole = int(nanos)
    if whole == nanos:
        return whole
    return whole + 1 if nanos > 0 else whole - 1


def _poll(pairs, nanos):
    """How those that are ready are ready: pairs of an index and events."""
    data = b"".join([(fd << 32 | events).to_bytes(8, "little") for fd, events in pairs])
    ready = _host.ask(_host.POLL, nanos, data=data) or ()
    return zip(ready[::2], ready[1::2])


def select(rlist, wlist, xlist, timeout=None, /):
    """Wait until one or more file descriptors are ready for some kind of I/O.

    The first three arguments are iterables of file descriptors to be waited for:
    rlist -- wait until ready for reading
    wlist -- wait until ready for writing
    xlist -- wait for an "exceptional condition"
    If only one kind of condition is required, pass [] for the other lists.

    A file descriptor is either a socket or file object, or a small integer
    gotten from a fileno() method call on one of those.

    The optional 4th argument specifies a timeout in seconds; it may be
    a floating-point number to specify fractions of seconds.  If it is absent
    or None, the call will never time out.

    The return value is a tuple of three lists corresponding to the first three
    arguments; each contains the subset of the corresponding file descriptors
    that are ready.

    *** IMPORTANT NOTICE ***
    On Windows, only sockets are supported; on Unix, all file
    descriptors can be used."""
    nanos = _nanoseconds(timeout, 1e9, "timeout must be a float or None")
    if timeout is not None and nanos < 0:
        raise ValueError("timeout must be non-negative")
    lists, pairs = [], []
    for files, events in ((rlist, POLLIN), (wlist, POLLOUT), (xlist, POLLPRI)):
        if not isinstance(files, (list, tuple)):
            try:
                files = list(files)
            except TypeError:
                raise TypeError("arguments 1-3 must be sequences") from None
        seen = []
        lists.append(seen)
        # A `fileno` may change the list.
        while len(seen) < len(files):
            file = files[len(seen)]
            seen.append(file)
            fd = _number(file)
            if fd >= 1024:
                raise ValueError("filedescriptor out of range in select()")
            pairs.append((fd, events))
    read, write, exceptional = [], [], []
    ends = len(lists[0]), len(lists[0]) + len(lists[1])
    everything = [file for files in lists for file in files]
    for i, how in _poll(pairs, nanos):
        if how & POLLNVAL:
            raise OSError(9, "Bad file descriptor")
        if i < ends[0]:
            if how & (POLLIN | POLLHUP | POLLERR):
                read.append(everything[i])
        elif i < ends[1]:
            if how & (POLLOUT | POLLERR):
                write.append(everything[i])
        elif how & POLLPRI:
            exceptional.append(everything[i])
    return read, write, exceptional


def _events(value):
    if not hasattr(type(value), "__index__"):
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
    value = value.__index__()
    if value < 0:
        raise ValueError("value must be positive")
    if value > 0xFFFF:
        raise OverflowError("Python int too large to convert to C unsigned short")
    return value


class _Poll:
    """Returns a polling object.

    This object supports registering and unregistering file descriptors, and then
    polling them for I/O events."""

    def __new__(cls):
        raise TypeError("cannot create 'select.poll' instances")

    def register(self, fd, eventmask=POLLIN | POLLPRI | POLLOUT, /):
        """Register a file descriptor with the polling object.

          fd
            either an integer, or an object with a fileno() method returning an int
          eventmask
            an optional bitmask describing the type of events to check for"""
        self._registered[_number(fd)] = _events(eventmask)

    def modify(self, fd, eventmask, /):
        """Modify an already registered file descriptor.

          fd
            either an integer, or an object with a fileno() method returning
            an int
          eventmask
            a bitmask describing the type of events to check for"""
        fd, eventmask = _number(fd), _events(eventmask)
        if fd not in self._registered:
            raise FileNotFoundError(2, "No such file or directory")
        self._registered[fd] = eventmask

    def unregister(self, fd, /):
        """Remove a file descriptor being tracked by the polling object."""
        del self._registered[_number(fd)]

    def poll(self, timeout=None, /):
        """Polls the set of registered file descriptors.

          timeout
            The maximum time to wait in milliseconds, or else None (or a negative
            value) to wait indefinitely.

        Returns a list containing any descriptors that have events or errors to
        report, as a list of (fd, event) 2-tuples."""
        nanos = _nanoseconds(timeout, 1e6, "timeout must be an integer or None")
        if nanos > 0x7FFFFFFF * 1_000_000:
            raise OverflowError("timeout is too large")
        if self._busy:
            raise RuntimeError("concurrent poll() invocation")
        self._busy = True
        try:
            pairs = list(self._registered.items())
            return [(pairs[i][0], how) for i, how in _poll(pairs, nanos)]
        finally:
            self._busy = False


_Poll.__name__ = _Poll.__qualname__ = "poll"
_Poll.__module__ = "select"


def poll():
    """Returns a polling object.

    This object supports registering and unregistering file descriptors, and then
    polling them for I/O events."""
    self = object.__new__(_Poll)
    self._registered, self._busy = {}, False
    return self


class epoll:
    """Returns an epolling object.

      sizehint
        The expected number of events to be registered.  It must be positive,
        or -1 to use the default.  It is only used on older systems where
        epoll_create1() is not available; otherwise it has no effect (though its
        value is still checked).
      flags
        Deprecated and completely ignored.  However, when supplied, its value
        must be 0 or select.EPOLL_CLOEXEC, otherwise OSError is raised."""

    __module__ = "select"

    def __init__(self, sizehint=-1, flags=0):
        if sizehint != -1 and sizehint <= 0:
            raise ValueError("negative sizehint")
        if flags & ~EPOLL_CLOEXEC:
            raise OSError(22, "Invalid argument")
        self._fd = _host.ask(_host.EPOLL)

    @classmethod
    def fromfd(cls, fd, /):
        """Create an epoll object from a given control fd."""
        self = object.__new__(cls)
        self._fd = fd
        return self

    def _open(self):
        if self._fd < 0:
            raise ValueError("I/O operation on closed epoll object")
        return self._fd

    @property
    def closed(self):
        """True if the epoll handler is closed"""
        return self._fd < 0

    def fileno(self):
        """Return the epoll control file descriptor."""
        return self._open()

    def close(self):
        """Close the epoll control file descriptor.

        Further operations on the epoll object will raise an exception."""
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            import _posix
            _posix.close(fd)

    def __enter__(self):
        self._open()
        return self

    def __exit__(self, exc_type=None, exc_value=None, exc_tb=None, /):
        self.close()

    def _control(self, operation, fd, events=0):
        _host.ask(_host.EPOLL_CTL, self._open(), operation, _number(fd), events)

    def register(self, fd, eventmask=EPOLLIN | EPOLLPRI | EPOLLOUT):
        """Registers a new fd or raises an OSError if the fd is already registered.

          fd
            the target file descriptor of the operation
          eventmask
            a bit set composed of the various EPOLL constants

        The epoll interface supports all file descriptors that support poll."""
        self._control(1, fd, eventmask)

    def modify(self, fd, eventmask):
        """Modify event mask for a registered file descriptor.

          fd
            the target file descriptor of the operation
          eventmask
            a bit set composed of the various EPOLL constants"""
        self._control(3, fd, eventmask)

    def unregister(self, fd):
        """Remove a registered file descriptor from the epoll object.

          fd
            the target file descriptor of the operation"""
        self._control(2, fd)

    def poll(self, timeout=None, maxevents=-1):
        """Wait for events on the epoll file descriptor.

          timeout
            the maximum time to wait in seconds (as float);
            a timeout of None or -1 makes poll wait indefinitely
          maxevents
            the maximum number of events returned; -1 means no limit

        Returns a list containing any descriptors that have events to report,
        as a list of (fd, events) 2-tuples."""
        fd = self._fd if self._fd >= 0 else self._open()
        if timeout.__class__ is int and timeout == 0:
            nanos = 0
        else:
            nanos = _nanoseconds(timeout, 1e9, "timeout must be an integer or None")
        if maxevents == -1:
            maxevents = 1023
        elif maxevents < 1:
            raise ValueError(f"maxevents must be greater than 0, got {maxevents}")
        ready = _ask(_EPOLL_WAIT, fd, maxevents, nanos)
        return [] if not ready else list(zip(ready[::2], ready[1::2]))
