# ---- open files

_call = _posix.call


def _fd(value):
    value = _index(value)
    if not -0x80000000 <= value <= 0x7FFFFFFF:
        raise OverflowError(f"signed integer is {'greater than maximum' if value > 0 else 'less than minimum'}")
    return value


def _descriptor(value):
    """A descriptor, or an object with `fileno()`."""
    if isinstance(value, int):
        if isinstance(value, bool):
            import warnings
            warnings.warn("bool is used as a file descriptor", RuntimeWarning, 3)
        value = _fd(value)
        if value < 0:
            raise ValueError(f"file descriptor cannot be a negative integer ({value})")
        return value
    try:
        method = value.fileno
    except AttributeError:
        raise TypeError("argument must be an int, or have a fileno() method.") from None
    value = method()
    if not isinstance(value, int):
        raise TypeError("fileno() returned a non-integer")
    value = _fd(value)
    if value < 0:
        raise ValueError(f"file descriptor cannot be a negative integer ({value})")
    return value


def _buffers(buffers, function):
    try:
        length = len(buffers)
    except TypeError:
        raise TypeError(f"{function}() arg 2 must be a sequence") from None
    return [memoryview(buffers[i]).cast("B") if memoryview(buffers[i]).nbytes else memoryview(b"")
            for i in range(length)]


def _scatter(views, data):
    at = 0
    for view in views:
        part = data[at:at + len(view)]
        if part:
            view[:len(part)] = part
        at += len(part)
    return len(data)


def closerange(fd_low, fd_high, /):
    """Closes all file descriptors in [fd_low, fd_high), ignoring errors."""
    for fd in range(max(_fd(fd_low), 0), min(_fd(fd_high), 1 << 16)):
        try:
            close(fd)
        except OSError:
            pass


def pread(fd, length, offset, /):
    """Read a number of bytes from a file descriptor starting at a particular offset."""
    if length < 0:
        raise OSError(22, strerror(22))
    return _call((), "pread", fd, length, offset)


def pwrite(fd, buffer, offset, /):
    """Write bytes to a file descriptor starting at a particular offset."""
    return _call((), "pwrite", fd, buffer, offset)


def readv(fd, buffers, /):
    """Read from a file descriptor fd into an iterable of buffers."""
    views = _buffers(buffers, "readv")
    return _scatter(views, read(fd, sum([len(view) for view in views])))


def readinto(fd, buffer, /):
    """Read into a buffer object from a file descriptor."""
    return readv(fd, [buffer])


def writev(fd, buffers, /):
    """Iterate over buffers, and write the contents of each to a file descriptor."""
    return write(fd, b"".join(_buffers(buffers, "writev")))


def preadv(fd, buffers, offset, flags=0, /):
    """Reads from a file descriptor into a number of mutable bytes-like objects."""
    views = _buffers(buffers, "preadv")
    return _scatter(views, pread(fd, sum([len(view) for view in views]), offset))


def pwritev(fd, buffers, offset, flags=0, /):
    """Writes the contents of bytes-like objects to a file descriptor at a given offset."""
    return pwrite(fd, b"".join(_buffers(buffers, "pwritev")), offset)


def fdatasync(fd):
    """Force write of fd to disk without forcing update of metadata."""
    _call((), "fdatasync", _descriptor(fd))


def fchmod(fd, mode):
    """Change the access permissions of the file given by file descriptor fd."""
    _core.audit("os.chmod", fd, mode, -1)
    _call((), "fchmod", fd, mode)


def fchown(fd, uid, gid):
    """Change the owner and group id of the file specified by file descriptor."""
    uid, gid = _id(uid, "uid"), _id(gid, "gid")
    _core.audit("os.chown", fd, uid, gid, -1)
    _call((), "fchown", fd, uid, gid)


def fchdir(fd):
    """Change to the directory of the given file descriptor."""
    chdir(_descriptor(fd))


def posix_fallocate(fd, offset, length, /):
    """Ensure a file has allocated at least a particular number of bytes on disk."""
    if length <= 0 or offset < 0:
        raise OSError(22, strerror(22))
    _call((), "posix_fallocate", fd, offset, length)


def posix_fadvise(fd, offset, length, advice, /):
    """Announce an intention to access data in a specific pattern."""
    _call((), "posix_fadvise", fd, offset, length, advice)


def copy_file_range(src, dst, count, offset_src=None, offset_dst=None):
    """Copy count bytes from one file descriptor to another."""
    if count < 0:
        raise ValueError("negative value for 'count' not allowed")
    return _call((), "copy_file_range", src, _offset(offset_src), dst, _offset(offset_dst), count)


def _offset(value):
    if value is None:
        return -1
    if value < 0:
        raise OSError(22, strerror(22))
    return value


def sendfile(out_fd, in_fd, offset, count):
    """Copy count bytes from file descriptor in_fd to file descriptor out_fd."""
    if out_fd in (1, 2):
        # What goes to a standard stream is written as all output is.
        return write(out_fd, read(in_fd, count) if offset is None else pread(in_fd, count, offset))
    offset = _offset(offset)
    if not get_blocking(out_fd):
        return _call((), "sendfile", out_fd, in_fd, offset, count)
    # Other threads run while it waits.
    set_blocking(out_fd, False)
    try:
        while True:
            try:
                return _call((), "sendfile", out_fd, in_fd, offset, count)
            except BlockingIOError:
                _host.ask(_host.POLL, -1, data=(out_fd << 32 | 4).to_bytes(8, "little"))
    finally:
        set_blocking(out_fd, True)


def splice(src, dst, count, offset_src=None, offset_dst=None, flags=0):
    """Transfer count bytes from one pipe to a descriptor or vice versa."""
    if count < 0:
        raise ValueError("negative value for 'count' not allowed")
    return _call((), "splice", src, _offset(offset_src), dst, _offset(offset_dst), count, flags)


def lockf(fd, command, length, /):
    """Apply, test or remove a POSIX lock on an open file descriptor."""
    _core.audit("os.lockf", fd, command, length)
    kind, call = {F_LOCK: (1, 7), F_TLOCK: (1, 6), F_ULOCK: (2, 6), F_TEST: (1, 5)}.get(command, (0, 0))
    if not call:
        raise OSError(22, strerror(22))
    lock = _lock_record(kind, 1, 0, length)
    if command == F_TEST:
        found = _call((), "fcntl bytes", fd, call, lock)[8:]
        if found[:2] != b"\2\0":
            raise PermissionError(13, strerror(13))
        return
    _wait_for_lock(lambda: _call((), "fcntl bytes", fd, 6, lock), call == 7)


def _lock_record(kind, whence, start, length):
    """The kernel's `struct flock`."""
    parts = (kind, 2), (whence, 2), (0, 4), (start, 8), (length, 8), (0, 8)
    return b"".join([value.to_bytes(size, "little", signed=True) for value, size in parts])


def _wait_for_lock(take, wait):
    """Takes a lock, in steps if it has to wait: an interrupt is noticed between them."""
    while True:
        try:
            return take()
        except (BlockingIOError, PermissionError):
            if not wait:
                raise
        import _time
        _time.wait(0.02)


def memfd_create(name, flags=MFD_CLOEXEC):
    """Create an anonymous file."""
    return _call((), "memfd_create", _encoded(name), flags)


def eventfd(initval, flags=EFD_CLOEXEC):
    """Creates and returns an event notification file descriptor."""
    return _call((), "eventfd", initval, flags)


def eventfd_read(fd):
    """Read eventfd value."""
    return int.from_bytes(read(fd, 8), "little")


def eventfd_write(fd, value):
    """Write eventfd value."""
    write(fd, value.to_bytes(8, "little"))


def device_encoding(fd):
    """Return a string describing the encoding of a terminal's file descriptor."""
    return "UTF-8" if isatty(fd) else None


# ---- terminals

def _terminal(fd, request, data=b"\0\0\0\0"):
    return _call((), "ioctl get", fd, request, data)


def tcgetpgrp(fd, /):
    """Return the process group associated with the terminal specified by fd."""
    return int.from_bytes(_terminal(fd, 0x540F), "little", signed=True)


def tcsetpgrp(fd, pgid, /):
    """Set the process group associated with the terminal specified by fd."""
    _call((), "ioctl bytes", fd, 0x5410, pgid.to_bytes(4, "little", signed=True))


def ctermid():
    """Return the name of the controlling terminal for this process."""
    return "/dev/tty"


def ttyname(fd, /):
    """Return the name of the terminal device connected to 'fd'."""
    _terminal(fd, 0x5401, bytes(64))
    device = fstat(fd)
    for folder in ("/dev/pts", "/dev"):
        try:
            names = listdir(folder)
        except OSError:
            continue
        for name in names:
            try:
                found = stat(f"{folder}/{name}")
            except OSError:
                continue
            if (found.st_ino, found.st_rdev) == (device.st_ino, device.st_rdev) and name not in ("stdin", "stdout", "stderr"):
                return f"{folder}/{name}"
    raise OSError(19, strerror(19))


def posix_openpt(oflag, /):
    """Open and return a file descriptor for a master pseudo-terminal device."""
    return _posix.open_quietly("/dev/ptmx", oflag)


def grantpt(fd, /):
    """Grant access to the slave pseudo-terminal device: the system does it by itself."""
    ptsname(fd)


def unlockpt(fd, /):
    """Unlock a pseudo-terminal master/slave pair."""
    _call((), "ioctl bytes", fd, 0x40045431, bytes(4))


def ptsname(fd, /):
    """Return the name of the slave pseudo-terminal device."""
    return f"/dev/pts/{int.from_bytes(_terminal(fd, 0x80045430), 'little')}"


def openpty():
    """Open a pseudo-terminal.

    Return a tuple of (master_fd, slave_fd) containing open file descriptors
    for both the master and slave ends."""
    master = posix_openpt(O_RDWR | O_NOCTTY)
    try:
        unlockpt(master)
        return master, _posix.open_quietly(ptsname(master), O_RDWR | O_NOCTTY)
    except:
        close(master)
        raise


def login_tty(fd, /):
    """Prepare the tty of which fd is a file descriptor for a new login session.

    Make the calling process a session leader; make the tty the
    controlling tty, the stdin, the stdout, and the stderr of the
    calling process; close fd."""
    fd = _descriptor(fd)
    setsid()
    _call((), "ioctl", fd, 0x540E, 0)
    for stream in range(3):
        dup2(fd, stream)
    if fd > 2:
        close(fd)


def forkpty():
    """Fork a new process with a new pseudo-terminal as controlling tty.

    Returns a tuple of (pid, master_fd).
    Like fork(), return pid of 0 to the child process,
    and pid of child to the parent process.
    To both, return fd of newly opened pseudo-terminal."""
    import _ttd_processes
    _core.audit("os.forkpty")
    master, slave = openpty()
    pid = _ttd_processes._fork()
    if pid:
        close(slave)
        return pid, master
    close(master)
    login_tty(slave)
    return 0, -1


