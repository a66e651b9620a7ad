from _posix import (
    _path_normpath, _path_splitroot_ex,
    access, chdir, chmod, close, cpu_count as _cpu_count, dup, dup2, fsync, ftruncate, getcwd, getcwdb, isatty, link, lseek,
    mkdir, open, pipe, pipe2, putenv, read, readlink, remove, rename, replace, rmdir, strerror, symlink, truncate, umask, unlink,
    unsetenv, urandom, write,
)

import _host
from _ttd_processes import *

error = OSError


def cpu_count():
    """Return the number of logical CPUs in the system; None if indeterminable."""
    from sys import _get_cpu_count_config
    count = _get_cpu_count_config()
    return count if count > 0 else _cpu_count()


_library = _core.namespace()
_make = _library["make_struct"]
stat_result = _make(
    "os", "stat_result",
    ("st_mode", "st_ino", "st_dev", "st_nlink", "st_uid", "st_gid", "st_size", None, None, None, "st_atime", "st_mtime",
     "st_ctime", "st_atime_ns", "st_mtime_ns", "st_ctime_ns", "st_blksize", "st_blocks", "st_rdev"), 10,
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


def stat(path, *, dir_fd=None, follow_symlinks=True):
    """Perform a stat system call on the given path."""
    return _posix.status(stat_result, _posix.stat(path, follow_symlinks, dir_fd))


def lstat(path, *, dir_fd=None):
    """Perform a stat system call on the given path, without following symbolic links."""
    if hasattr(type(path), "__index__"):
        raise TypeError(f"lstat: path should be string, bytes or os.PathLike, not {type(path).__name__}")
    return stat(path, dir_fd=dir_fd, follow_symlinks=False)


def fstat(fd):
    """Perform a stat system call on the given file descriptor."""
    return _posix.status(stat_result, _posix.fstat(fd))


def listdir(path=None):
    """Return a list containing the names of the files in the directory."""
    _core.audit("os.listdir", path)
    return [name for _, _, name in _posix.list("." if path is None else path, "listdir")]


class DirEntry:
    __module__ = "posix"
    __slots__ = ("name", "path", "_letter", "_inode", "_folder", "_stat", "_lstat")

    def __class_getitem__(cls, item, /):
        from types import GenericAlias
        return GenericAlias(cls, item)

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'posix.DirEntry' instances")

    def __fspath__(self):
        return self.path

    def __repr__(self):
        return f"<DirEntry {self.name!r}>"

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle 'DirEntry' object")

    def stat(self, *, follow_symlinks=True):
        """Return stat_result object for the entry; cached per entry."""
        links = self._letter == "l" or self._letter == "?"
        if follow_symlinks and links:
            if self._stat is None:
                self._stat = self._ask(True)
            return self._stat
        if self._lstat is None:
            self._lstat = self._ask(False)
        return self._lstat

    def _ask(self, follow):
        if self._folder is None:
            return stat(self.path, follow_symlinks=follow)
        return stat(self.name, dir_fd=self._folder, follow_symlinks=follow)

    def inode(self):
        """Return inode of the entry; cached per entry."""
        return self._inode

    def is_symlink(self):
        """Return True if the entry is a symbolic link; cached per entry."""
        if self._letter == "?":
            return self.stat(follow_symlinks=False).st_mode & 0o170000 == 0o120000
        return self._letter == "l"

    def _is(self, letter, kind, follow_symlinks):
        if self._letter in "dfo" or (self._letter == "l" and not follow_symlinks):
            return self._letter == letter
        try:
            return self.stat(follow_symlinks=follow_symlinks).st_mode & 0o170000 == kind
        except FileNotFoundError:
            return False

    def is_dir(self, *, follow_symlinks=True):
        """Return True if the entry is a directory; cached per entry."""
        return self._is("d", 0o040000, follow_symlinks)

    def is_file(self, *, follow_symlinks=True):
        """Return True if the entry is a file; cached per entry."""
        return self._is("f", 0o100000, follow_symlinks)

    def is_junction(self):
        """Return True if the entry is a junction; cached per entry."""
        return False


def _entry(prefix, folder, letter, inode, name):
    self = object.__new__(DirEntry)
    self.name, self.path = name, prefix + name
    self._letter, self._inode, self._folder = letter, inode, folder
    self._stat = self._lstat = None
    return self


class _ScandirIterator:
    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'posix.ScandirIterator' instances")

    def __iter__(self):
        return self

    def __next__(self):
        for entry in self._entries:
            return entry
        self.close()
        raise StopIteration

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()

    def __del__(self):
        if self._left:
            import warnings
            warnings.warn(f"unclosed scandir iterator {self!r}", ResourceWarning, source=self)

    def close(self):
        """Close the iterator and free acquired resources."""
        if self._left:
            _core.forget_stream(self)
        self._entries, self._left = iter(()), False

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle 'ScandirIterator' object")


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
    _core.audit("os.scandir", path)
    folder = "." if path is None else path
    entries = _posix.list(folder, "scandir")
    if isinstance(folder, int):
        prefix, descriptor = "", int(folder)
    else:
        prefix, descriptor = fspath(folder), None
        slash = b"/" if isinstance(prefix, bytes) else "/"
        if prefix and not prefix.endswith(slash):
            prefix += slash
    self = object.__new__(_ScandirIterator)
    self._entries, self._left = iter([_entry(prefix, descriptor, *entry) for entry in entries]), True
    _core.register_stream(self)
    return self


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
    """Return a collection containing process timing information.

    The object returned behaves like a named tuple with these fields:
      (utime, stime, cutime, cstime, elapsed_time)
    All fields are floating-point numbers."""
    numbers = _posix.call((), "times")
    return times_result([int.from_bytes(numbers[at:at + 8], "little") / 100 for at in (8, 16, 24, 32, 0)])


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




_variables = _posix.environment()
environ = dict(zip(_variables[::2], _variables[1::2]))
del _variables


