"""Access to the operating system: the calls of `_posix`, with named results."""

import _core
import _posix
from _posix import (
    access, chdir, chmod, close, cpu_count, dup, dup2, fsync, ftruncate, getcwd, getcwdb, isatty, link, lseek, mkdir,
    open, pipe, pipe2, putenv, read, readlink, remove, rename, replace, rmdir, strerror, symlink, truncate, umask, unlink,
    unsetenv, urandom, write,
)

error = OSError

F_OK, X_OK, W_OK, R_OK = 0, 1, 2, 4
O_RDONLY, O_WRONLY, O_RDWR, O_ACCMODE = 0, 1, 2, 3
O_CREAT, O_EXCL, O_NOCTTY, O_TRUNC, O_APPEND, O_NONBLOCK = 0o100, 0o200, 0o400, 0o1000, 0o2000, 0o4000
O_DSYNC, O_DIRECTORY, O_NOFOLLOW, O_CLOEXEC, O_SYNC = 0o10000, 0o200000, 0o400000, 0o2000000, 0o4010000
EX_OK = 0


_library = _core.namespace()
_make = _library["make_struct"]
_TIMES = ("st_atime", "st_mtime", "st_ctime")
stat_result = _make(
    "os", "stat_result",
    ("st_mode", "st_ino", "st_dev", "st_nlink", "st_uid", "st_gid", "st_size", None, None, None, *_TIMES,
     "st_atime_ns", "st_mtime_ns", "st_ctime_ns", "st_blksize", "st_blocks", "st_rdev"), 10,
    "stat_result: Result from stat, fstat, or lstat.")


def _new_status(cls, sequence, dict={}):
    self = super(stat_result, cls).__new__(cls, sequence, dict)
    more = self.__dict__["_more"]
    if None in more[:3]:
        # Fractional times default to the integer times of the sequence.
        times = tuple([self[7 + i] if more[i] is None else more[i] for i in range(3)])
        self.__dict__["_more"] = times + more[3:]
    return self


_new_status.__name__ = _new_status.__qualname__ = "__new__"
stat_result.__new__ = staticmethod(_new_status)


def _status(numbers):
    more = {}
    for name, ns in zip(_TIMES, numbers[10:13]):
        more[name] = ns / 1e9
        more[name + "_ns"] = ns
    more["st_blksize"], more["st_blocks"], more["st_rdev"] = numbers[13:]
    return stat_result(numbers[:10], more)


def stat(path, *, dir_fd=None, follow_symlinks=True):
    """Perform a stat system call on the given path."""
    if dir_fd is not None:
        raise NotImplementedError("dir_fd is not supported by ttd-py yet")
    return _status(_posix.stat(path, follow_symlinks))


def lstat(path, *, dir_fd=None):
    """Perform a stat system call on the given path, without following symbolic links."""
    return stat(path, dir_fd=dir_fd, follow_symlinks=False)


def fstat(fd):
    """Perform a stat system call on the given file descriptor."""
    return _status(_posix.fstat(fd))


def listdir(path=None):
    """Return a list containing the names of the files in the directory."""
    return [name for _, name in _posix.list("." if path is None else path, "listdir")]


class DirEntry:
    __module__ = "posix"

    def __class_getitem__(cls, item, /):
        from types import GenericAlias
        return GenericAlias(cls, item)

    def __init__(self, folder, name, letter):
        self.name, self._letter = name, letter
        slash = b"/" if isinstance(name, bytes) else "/"
        if folder and not folder.endswith(slash):
            folder += slash
        self.path = folder + name

    def __fspath__(self):
        return self.path

    def __repr__(self):
        return f"<DirEntry {self.name!r}>"

    def stat(self, *, follow_symlinks=True):
        return stat(self.path, follow_symlinks=follow_symlinks)

    def inode(self):
        return lstat(self.path).st_ino

    def is_symlink(self):
        return self._letter == "l"

    def _is(self, letter, kind, follow_symlinks):
        if self._letter in "df" or not follow_symlinks:
            return self._letter == letter
        try:
            return self.stat().st_mode & 0o170000 == kind
        except FileNotFoundError:
            return False

    def is_dir(self, *, follow_symlinks=True):
        return self._is("d", 0o040000, follow_symlinks)

    def is_file(self, *, follow_symlinks=True):
        return self._is("f", 0o100000, follow_symlinks)

    def is_junction(self):
        return False


class _ScandirIterator:
    def __init__(self, entries):
        self._entries = iter(entries)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._entries)

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()

    def close(self):
        self._entries = iter(())


_ScandirIterator.__name__ = _ScandirIterator.__qualname__ = "ScandirIterator"
_ScandirIterator.__module__ = "posix"


def fspath(path):
    """Return the file system path representation of the object."""
    if isinstance(path, (str, bytes)):
        return path
    method = getattr(type(path), "__fspath__", None)
    if method is None:
        raise TypeError(f"expected str, bytes or os.PathLike object, not {type(path).__name__}")
    found = method(path)
    if isinstance(found, (str, bytes)):
        return found
    raise TypeError(f"expected {type(path).__name__}.__fspath__() to return str or bytes, not {type(found).__name__}")


def scandir(path=None):
    """Return an iterator of DirEntry objects for given path."""
    folder = "." if path is None else path
    entries = _posix.list(folder, "scandir")
    folder = fspath(folder)
    return _ScandirIterator([DirEntry(folder, name, letter) for letter, name in entries])


def utime(path, times=None, *, ns=None, dir_fd=None, follow_symlinks=True):
    """Set the access and modified time of path."""
    if dir_fd is not None or not follow_symlinks:
        raise NotImplementedError("dir_fd and follow_symlinks are not supported by ttd-py yet")
    if times is not None and ns is not None:
        raise ValueError("utime: you may specify either 'times' or 'ns' but not both")
    if times is not None:
        if not isinstance(times, tuple) or len(times) != 2:
            raise TypeError("utime: 'times' must be either a tuple of two ints or None")
        ns = tuple([t * 10**9 if isinstance(t, int) else int(t * 1e9) for t in times])
    elif ns is None:
        import _time
        now = _time.time_ns()
        ns = (now, now)
    elif not isinstance(ns, tuple) or len(ns) != 2:
        raise TypeError("utime: 'ns' must be a tuple of two ints")
    _posix.utime(path, *ns)


terminal_size = _make("os", "terminal_size", ("columns", "lines"), None,
                      "A tuple of (columns, lines) for holding terminal window size")


def get_terminal_size(fd=1):
    """Return the size of the terminal window as (columns, lines)."""
    return terminal_size(_posix.get_terminal_size(fd))


uname_result = _make("posix", "uname_result", ("sysname", "nodename", "release", "version", "machine"), None,
                     "Result from os.uname().")
times_result = _make("posix", "times_result", ("user", "system", "children_user", "children_system", "elapsed"), None,
                     "Result from os.times().")


def times():
    """Return a collection containing process timing information; all of the process's own time counts as the user's."""
    import _time
    return times_result((_time.process_time(), 0.0, 0.0, 0.0, _time.monotonic()))


def uname():
    """Return an object identifying the current operating system."""
    return uname_result(_posix.uname())


def getpid():
    """Return the current process id."""
    return _posix.id_number(0)


def getppid():
    """Return the parent's process id."""
    return _posix.id_number(1)


def getuid():
    """Return the current process's user id."""
    return _posix.id_number(2)


def geteuid():
    """Return the current process's effective user id."""
    return _posix.id_number(3)


def getgid():
    """Return the current process's group id."""
    return _posix.id_number(4)


def getegid():
    """Return the current process's effective group id."""
    return _posix.id_number(5)


from _ttd_processes import *


_variables = _posix.environment()
environ = dict(zip(_variables[::2], _variables[1::2]))
del _variables
# No function here accepts a descriptor in place of a path.
_have_functions = []

