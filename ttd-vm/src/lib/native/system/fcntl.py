"""This module performs file control and I/O control on file descriptors.

It is an interface to the fcntl() and ioctl() Unix routines.  File descriptors can be obtained with the fileno() method
of a file object."""

import _core
import _posix
from _operator import index as _index
from posix import _descriptor, _fd, _lock_record, _wait_for_lock, get_inheritable, set_inheritable, strerror

DN_ACCESS, DN_ATTRIB, DN_CREATE, DN_DELETE, DN_MODIFY, DN_MULTISHOT, DN_RENAME = 1, 32, 4, 8, 2, 2147483648, 16
FASYNC, FD_CLOEXEC, FICLONE, FICLONERANGE, F_ADD_SEALS, F_DUPFD = 8192, 1, 1074041865, 1075876877, 1033, 0
F_DUPFD_CLOEXEC, F_EXLCK, F_GETFD, F_GETFL, F_GETLEASE, F_GETLK, F_GETLK64, F_GETOWN = 1030, 4, 1, 3, 1025, 5, 5, 9
F_GETOWN_EX, F_GETPIPE_SZ, F_GETSIG, F_GET_FILE_RW_HINT, F_GET_RW_HINT, F_GET_SEALS = 16, 1032, 11, 1037, 1035, 1034
F_NOTIFY, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW, F_OWNER_PGRP, F_OWNER_PID, F_OWNER_TID = 1026, 36, 37, 38, 2, 1, 0
F_RDLCK, F_SEAL_FUTURE_WRITE, F_SEAL_GROW, F_SEAL_SEAL, F_SEAL_SHRINK, F_SEAL_WRITE, F_SETFD = 0, 16, 4, 1, 2, 8, 2
F_SETFL, F_SETLEASE, F_SETLK, F_SETLK64, F_SETLKW, F_SETLKW64, F_SETOWN, F_SETOWN_EX = 4, 1024, 6, 6, 7, 7, 8, 15
F_SETPIPE_SZ, F_SETSIG, F_SET_FILE_RW_HINT, F_SET_RW_HINT, F_SHLCK, F_UNLCK, F_WRLCK = 1031, 10, 1038, 1036, 8, 2, 1
LOCK_EX, LOCK_MAND, LOCK_NB, LOCK_READ, LOCK_RW, LOCK_SH, LOCK_UN, LOCK_WRITE = 2, 32, 4, 64, 192, 1, 8, 128
RWH_WRITE_LIFE_EXTREME, RWH_WRITE_LIFE_LONG, RWH_WRITE_LIFE_MEDIUM, RWH_WRITE_LIFE_NONE = 5, 4, 3, 1
RWH_WRITE_LIFE_NOT_SET, RWH_WRITE_LIFE_SHORT = 0, 2

# Requests of `ioctl` that look and change nothing.
_READING = (TCGETS, TIOCGWINSZ, TIOCGPGRP, TIOCGSID, TIOCOUTQ, TIOCGPTN, FIONREAD) = (
    0x5401, 0x5413, 0x540F, 0x5429, 0x5411, 0x80045430, 0x541B)
del TCGETS, TIOCGWINSZ, TIOCGPGRP, TIOCGSID, TIOCOUTQ, TIOCGPTN, FIONREAD
_GETTING = (F_GETFD, F_GETFL, F_GETOWN, F_GETSIG, F_GETLEASE, F_GETPIPE_SZ, F_GET_SEALS)
# Commands whose number may be large: the others would take one as an address.
_NUMBERS = (F_SETFL, F_SETPIPE_SZ, F_NOTIFY, F_ADD_SEALS, F_SETOWN, F_SETFD, F_SETLEASE, F_SETSIG)


def _number(value):
    value = _index(value)
    if value > 0xFFFFFFFF:
        raise OverflowError("unsigned int is greater than maximum")
    if value < -0x80000000:
        raise OverflowError("signed integer is less than minimum")
    return value


def _given(arg):
    """What audit events say of an argument that was left out."""
    return None if type(arg) is int and not arg else arg


def fcntl(fd, cmd, arg=0, /):
    """Perform the operation `cmd` on file descriptor fd.

    The values used for `cmd` are operating system dependent, and are available
    as constants in the fcntl module, using the same names as used in
    the relevant C header files.  The argument arg is optional, and
    defaults to 0; it may be an int or a string.  If arg is given as a string,
    the return value of fcntl is a string of that length, containing the
    resulting value put in the arg buffer by the operating system.  The length
    of the arg string is not allowed to exceed 1024 bytes.  If the arg given
    is an integer or if none is specified, the result value is an integer
    corresponding to the return value of the fcntl call in the C code."""
    fd, cmd = _descriptor(fd), _number(cmd)
    _core.audit("fcntl.fcntl", fd, cmd, _given(arg))
    if isinstance(arg, str):
        arg = arg.encode()
    if hasattr(type(arg), "__index__"):
        if cmd in (F_DUPFD, F_DUPFD_CLOEXEC):
            return _posix.dup_from(fd, arg)
        arg = _number(arg)
        if cmd == F_GETFD:
            # The process keeps all descriptors to itself; which of them children get is the host's affair.
            return 0 if get_inheritable(fd) else FD_CLOEXEC
        if cmd == F_SETFD:
            set_inheritable(fd, not arg & FD_CLOEXEC)
            return 0
        if cmd in _GETTING:
            return _posix.call((), "fcntl get", fd, cmd)
        return _posix.call((), "fcntl set" if cmd in _NUMBERS else "fcntl", fd, cmd, arg)
    try:
        data = bytes(memoryview(arg))
    except TypeError:
        raise TypeError(f"fcntl() argument 3 must be an integer, a bytes-like object, or a string") from None
    if len(data) > 1024:
        raise ValueError("fcntl string arg too long")
    return _posix.call((), "fcntl bytes", fd, cmd, data)[8:]


def ioctl(fd, request, arg=0, mutate_flag=True, /):
    """Perform the operation request on file descriptor fd.

    The values used for request are operating system dependent, and are available
    as constants in the fcntl or termios library modules, using the same names as
    used in the relevant C header files.

    The argument `arg` is optional, and defaults to 0; it may be an int or a
    buffer containing character data (most likely a string or an array).

    If the argument is a mutable buffer (such as an array) and if the
    mutate_flag argument (which is only allowed in this case) is true then the
    buffer is (in effect) passed to the operating system and changes made by
    the OS will be reflected in the contents of the buffer after the call has
    returned.  The return value is the integer returned by the ioctl system
    call.

    If the argument is a mutable buffer and the mutable_flag argument is false,
    the behavior is as if a string had been passed.

    If the argument is an immutable buffer (most likely a string) then a copy
    of the buffer is passed to the operating system and the return value is a
    string of the same length containing whatever the operating system placed
    in the buffer.  The length of the arg buffer in this case is not allowed to
    exceed 1024 bytes.

    If the arg given is an integer or if none is specified, the result value is
    an integer corresponding to the return value of the ioctl call in the C
    code."""
    fd, request = _descriptor(fd), _index(request) & 0xFFFFFFFF
    _core.audit("fcntl.ioctl", fd, request, _given(arg))
    if isinstance(arg, str):
        arg = arg.encode()
    if hasattr(type(arg), "__index__"):
        return _posix.call((), "ioctl", fd, request, _number(arg))
    try:
        view = memoryview(arg).cast("B")
    except TypeError:
        raise TypeError("ioctl() argument 3 must be an integer, a bytes-like object, or a string") from None
    mutable = not view.readonly and mutate_flag
    if not mutable and len(view) > 1024:
        raise ValueError("ioctl string arg too long")
    if request in _READING:
        result, data = 0, _posix.call((), "ioctl get", fd, request, bytes(view))
    else:
        both = _posix.call((), "ioctl bytes", fd, request, bytes(view))
        result, data = int.from_bytes(both[:8], "little", signed=True), both[8:]
    if not mutable:
        return data
    view[:] = data
    return result


def flock(fd, operation, /):
    """Perform the lock operation `operation` on file descriptor `fd`.

    See the Unix manual page for flock(2) for details (On some systems, this
    function is emulated using fcntl())."""
    fd, operation = _descriptor(fd), _number(operation)
    _core.audit("fcntl.flock", fd, operation)
    _wait_for_lock(lambda: _posix.call((), "flock", fd, operation | LOCK_NB), not operation & LOCK_NB)


def lockf(fd, cmd, len=0, start=0, whence=0, /):
    """A wrapper around the fcntl() locking calls.

    `fd` is the file descriptor of the file to lock or unlock, and operation is one
    of the following values:

        LOCK_UN - unlock
        LOCK_SH - acquire a shared lock
        LOCK_EX - acquire an exclusive lock

    When operation is LOCK_SH or LOCK_EX, it can also be bitwise ORed with
    LOCK_NB to avoid blocking on lock acquisition.  If LOCK_NB is used and the
    lock cannot be acquired, an OSError will be raised and the exception will
    have an errno attribute set to EACCES or EAGAIN (depending on the operating
    system -- for portability, check for either value)."""
    fd, cmd = _descriptor(fd), _number(cmd)
    _core.audit("fcntl.lockf", fd, cmd, _given(len), _given(start), whence)
    if cmd == LOCK_UN:
        kind = F_UNLCK
    elif cmd & LOCK_SH:
        kind = F_RDLCK
    elif cmd & LOCK_EX:
        kind = F_WRLCK
    else:
        raise ValueError("unrecognized lockf argument")
    lock = _lock_record(kind, whence, start, len)
    _wait_for_lock(lambda: _posix.call((), "fcntl bytes", fd, F_SETLK, lock) and None, not cmd & LOCK_NB)
