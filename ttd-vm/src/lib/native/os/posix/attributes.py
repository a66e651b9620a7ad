# ---- what is known of files

def _encoded(name, function=None):
    name = fspath(name)
    if isinstance(name, str):
        name = name.encode("utf-8", "surrogateescape")
    if b"\0" in name:
        raise ValueError("embedded null byte" if function is None else f"{function}: embedded null character in path")
    return name


def _path(path, function, fd=False, none=False, parameter="path"):
    """A path as bytes with what messages show, or a descriptor."""
    found = _posix.path(path, function, parameter, fd, none)
    return found if isinstance(found, tuple) else (found, path)


def _warn_of_bool(fd):
    if isinstance(fd, bool):
        import warnings
        warnings.warn("bool is used as a file descriptor", RuntimeWarning, 4)


def _folder(value):
    if value is None:
        return -100
    if not hasattr(type(value), "__index__"):
        raise TypeError(f"argument should be integer or None, not {type(value).__name__}")
    _warn_of_bool(value)
    return _fd(value)


def _audited(dir_fd):
    """What audit events say of a folder."""
    return -1 if dir_fd == -100 else dir_fd


def _no_folder_of_fd(function, dir_fd, follow_symlinks):
    if dir_fd != -100:
        raise ValueError(f"{function}: can't specify dir_fd without matching path")
    if not follow_symlinks:
        raise ValueError(f"{function}: cannot use fd and follow_symlinks together")


def _id(value, what):
    """A number of a user or group; -1 means that it is not to be changed."""
    if not hasattr(type(value), "__index__"):
        raise TypeError(f"{what} should be integer, not {type(value).__name__}")
    value = _index(value)
    if value < -1:
        raise OverflowError(f"{what} is less than minimum")
    if value > 0xFFFFFFFF:
        raise OverflowError(f"{what} is greater than maximum")
    return value & 0xFFFFFFFF


def chown(path, uid, gid, *, dir_fd=None, follow_symlinks=True):
    """Change the owner and group id of path to the numeric uid and gid."""
    where, shown = _path(path, "chown", True)
    uid, gid, dir_fd = _id(uid, "uid"), _id(gid, "gid"), _folder(dir_fd)
    _core.audit("os.chown", shown, uid, gid, _audited(dir_fd))
    if isinstance(where, int):
        _no_folder_of_fd("chown", dir_fd, follow_symlinks)
        return _call((path,), "fchown", where, uid, gid)
    _call((shown,), "chown", dir_fd, where, uid, gid, 0 if follow_symlinks else 0x100)


def lchown(path, uid, gid):
    """Change the owner and group id of path to the numeric uid and gid, without following symbolic links."""
    where, shown = _path(path, "lchown")
    uid, gid = _id(uid, "uid"), _id(gid, "gid")
    _core.audit("os.chown", shown, uid, gid, -1)
    _call((shown,), "chown", -100, where, uid, gid, 0x100)


def chroot(path):
    """Change root directory to path."""
    where, shown = _path(path, "chroot")
    _call((shown,), "chroot", where)


def mkfifo(path, mode=0o666, *, dir_fd=None):
    """Create a "fifo" (a POSIX named pipe)."""
    where, shown = _path(path, "mkfifo")
    _call((shown,), "mknod", _folder(dir_fd), where, 0o010000 | mode & 0o7777, 0)


def mknod(path, mode=0o600, device=0, *, dir_fd=None):
    """Create a node in the file system."""
    where, shown = _path(path, "mknod")
    _call((shown,), "mknod", _folder(dir_fd), where, mode, device)


def _device(value, size=64):
    value = _index(value)
    if not 0 <= value < 1 << size:
        raise OverflowError("can't convert negative int to unsigned" if value < 0 else
                            "Python int too large to convert to C unsigned int")
    return value


def major(device, /):
    """Extracts a device major number from a raw device number."""
    if device == -1:
        return -1
    device = _device(device)
    return device >> 8 & 0xFFF | device >> 32 & 0xFFFFF000


def minor(device, /):
    """Extracts a device minor number from a raw device number."""
    if device == -1:
        return -1
    device = _device(device)
    return device & 0xFF | device >> 12 & 0xFFFFFF00


def makedev(major, minor, /):
    """Composes a raw device number from the major and minor device numbers."""
    if major == minor == -1:
        # No device.
        return -1
    major, minor = _device(major, 32), _device(minor, 32)
    return (major & 0xFFF) << 8 | (major & 0xFFFFF000) << 32 | minor & 0xFF | (minor & 0xFFFFFF00) << 12


def _chmod(path, mode, *, dir_fd=None, follow_symlinks=True):
    """Change the access permissions of a file."""
    if not isinstance(path, int):
        return _posix.chmod(path, mode, dir_fd=dir_fd, follow_symlinks=follow_symlinks)
    _core.audit("os.chmod", path, mode, _audited(_folder(dir_fd)))
    _no_folder_of_fd("chmod", _folder(dir_fd), follow_symlinks)
    _call((path,), "fchmod", path, mode)


def _truncate(path, length):
    """Truncate a file, specified by path, to a specific length."""
    if not isinstance(path, int):
        return _posix.truncate(path, length)
    _warn_of_bool(path)
    ftruncate(path, length)


for _function, _name in ((_chmod, "chmod"), (_truncate, "truncate")):
    _function.__name__ = _function.__qualname__ = _name
chmod, truncate = _chmod, _truncate
del _chmod, _truncate, _function, _name


def utime(path, times=None, *, ns=None, dir_fd=None, follow_symlinks=True):
    """Set the access and modified time of path."""
    where, shown = _path(path, "utime", True)
    dir_fd = _folder(dir_fd)
    if times is not None and ns is not None:
        raise ValueError("utime: you may specify either 'times' or 'ns' but not both")
    if times is not None:
        if not isinstance(times, tuple) or len(times) != 2:
            raise TypeError("utime: 'times' must be either a tuple of two ints or None")
        parts = [_split_time(t) for t in times]
    elif ns is not None:
        if not isinstance(ns, tuple) or len(ns) != 2:
            raise TypeError("utime: 'ns' must be a tuple of two ints")
        parts = [divmod(t, 10**9) for t in ns]
    else:
        # The kernel's sign for "now".
        parts = [(0, (1 << 30) - 1)] * 2
    _core.audit("os.utime", shown, times, ns, _audited(dir_fd))
    data = b"".join([_long(part) for pair in parts for part in pair])
    if isinstance(where, int):
        _no_folder_of_fd("utime", dir_fd, follow_symlinks)
        return _call((path,), "utime fd", where, data)
    _call((shown,), "utime", dir_fd, where, data, 0 if follow_symlinks else 0x100)


def _split_time(value):
    """Whole seconds and nanoseconds of a time."""
    if isinstance(value, float):
        from math import floor
        if value != value:
            raise ValueError("Invalid value NaN (not a number)")
        whole = floor(value)
        part = floor((value - whole) * 1e9)
        return whole, part
    return _index(value), 0


def _long(value):
    try:
        return value.to_bytes(8, "little", signed=True)
    except OverflowError:
        raise OverflowError("timestamp out of range for platform time_t") from None


statvfs_result = _make(
    "os", "statvfs_result",
    ("f_bsize", "f_frsize", "f_blocks", "f_bfree", "f_bavail", "f_files", "f_ffree", "f_favail", "f_flag", "f_namemax",
     "f_fsid"), 10, "statvfs_result: Result from statvfs or fstatvfs.\n\nThis object may be accessed either as a tuple of\n"
    "  (bsize, frsize, blocks, bfree, bavail, files, ffree, favail, flag, namemax),\n"
    "or via the attributes f_bsize, f_frsize, f_blocks, f_bfree, and so on.\n\nSee os.statvfs for more information.")


def _file_system(data):
    words = [int.from_bytes(data[at:at + 8], "little") for at in range(0, 120, 8)]
    _, block, blocks, free, available, files, free_files, identity, longest, fragment, flags = words[:11]
    # The kernel sets a bit of its own to say that the flags are valid.
    return statvfs_result((block, fragment or block, blocks, free, available, files, free_files, free_files,
                           flags & ~0x20, longest), {"f_fsid": identity})


def statvfs(path):
    """Perform a statvfs system call on the given path."""
    where, shown = _path(path, "statvfs", True)
    if isinstance(where, int):
        return _file_system(_call((path,), "fstatvfs", where))
    return _file_system(_call((shown,), "statvfs", where))


def fstatvfs(fd, /):
    """Perform an fstatvfs system call on the given fd."""
    return _file_system(_call((), "fstatvfs", fd))


# ---- extended attributes

def _attribute(path, function, follow_symlinks, none=False):
    """The row for a path or descriptor, its first argument, and the file name of an error."""
    where, shown = _path(path, function, True, none)
    if where is None:
        where, shown = b".", "."
    if isinstance(where, int):
        if not follow_symlinks:
            raise ValueError(f"{function}: cannot use fd and follow_symlinks together")
        return f"{function} fd", where, shown
    return function if follow_symlinks else f"{function} link", where, shown


def _name(attribute, row):
    return _posix.path(attribute, row.split()[0], "attribute")[0]


def getxattr(path, attribute, *, follow_symlinks=True):
    """Return the value of extended attribute attribute on path."""
    row, where, shown = _attribute(path, "getxattr", follow_symlinks)
    _core.audit("os.getxattr", shown, attribute)
    return _call((shown,), row, where, _name(attribute, row), XATTR_SIZE_MAX)


def listxattr(path=None, *, follow_symlinks=True):
    """Return a list of extended attributes on path."""
    row, where, shown = _attribute(path, "listxattr", follow_symlinks, True)
    _core.audit("os.listxattr", None if path is None else shown)
    names = _call((shown,), row, where, XATTR_SIZE_MAX).split(b"\0")[:-1]
    return [name.decode("utf-8", "surrogateescape") for name in names]


def setxattr(path, attribute, value, flags=0, *, follow_symlinks=True):
    """Set extended attribute attribute on path to value."""
    row, where, shown = _attribute(path, "setxattr", follow_symlinks)
    _core.audit("os.setxattr", shown, attribute, value, flags)
    _call((shown,), row, where, _name(attribute, row), value, flags)


def removexattr(path, attribute, *, follow_symlinks=True):
    """Remove extended attribute attribute on path."""
    row, where, shown = _attribute(path, "removexattr", follow_symlinks)
    _core.audit("os.removexattr", shown, attribute)
    _call((shown,), row, where, _name(attribute, row))


