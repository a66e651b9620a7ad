"""OS routines for Posix."""

import abc
import sys
import posix
import posixpath as path
from posix import (
    F_OK, R_OK, W_OK, X_OK, O_ACCMODE, O_APPEND, O_CLOEXEC, O_CREAT, O_DIRECTORY, O_DSYNC, O_EXCL, O_NOCTTY,
    O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR, O_SYNC, O_TRUNC, O_WRONLY, EX_OK, DirEntry, access, chdir, chmod,
    close, cpu_count, dup, dup2, error, fspath, fstat, fsync, ftruncate, get_terminal_size, getcwd, getcwdb,
    getegid, geteuid, getgid, getpid, getppid, getuid, isatty, link, listdir, lseek, lstat, mkdir, open, pipe,
    pipe2, putenv, read, readlink, remove, rename, replace, rmdir, scandir, stat, stat_result, strerror, times, times_result, symlink,
    terminal_size, truncate, umask, uname, uname_result, unlink, unsetenv, urandom, utime, write,
)
from _ttd_processes import *
from posixpath import altsep, curdir, defpath, devnull, extsep, pardir, pathsep, sep

sys.modules["os.path"] = path

name = "posix"
linesep = "\n"
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
supports_dir_fd = supports_fd = supports_follow_symlinks = supports_effective_ids = frozenset()
supports_bytes_environ = True


def fsencode(filename):
    """Encode filename (an os.PathLike, bytes, or str) to the filesystem encoding."""
    filename = fspath(filename)
    return filename.encode("utf-8", "surrogateescape") if isinstance(filename, str) else filename


def fsdecode(filename):
    """Decode filename (an os.PathLike, bytes, or str) from the filesystem encoding."""
    filename = fspath(filename)
    return filename.decode("utf-8", "surrogateescape") if isinstance(filename, bytes) else filename


class PathLike(abc.ABC):
    """Abstract base class for implementing the file system path protocol."""

    __slots__ = ()

    @abc.abstractmethod
    def __fspath__(self):
        """Return the file system path representation of the object."""
        raise NotImplementedError

    @classmethod
    def __subclasshook__(cls, subclass):
        if cls is not PathLike:
            return NotImplemented
        return True if any(["__fspath__" in c.__dict__ for c in subclass.__mro__]) else NotImplemented

    __class_getitem__ = classmethod(lambda cls, item: cls)


def _get_exports_list(module):
    try:
        return list(module.__all__)
    except AttributeError:
        return [name for name in dir(module) if name[0] != "_"]


class _Environ:
    """The environment variables, as a mapping whose changes reach the environment."""

    def __init__(self, data, encode, decode):
        self._data, self.encodekey, self.decodekey = data, encode, decode
        self.encodevalue, self.decodevalue = encode, decode

    def __getitem__(self, key):
        try:
            value = self._data[self.encodekey(key)]
        except KeyError:
            raise KeyError(key) from None
        return self.decodevalue(value)

    def __setitem__(self, key, value):
        key, value = self.encodekey(key), self.encodevalue(value)
        putenv(key, value)
        self._data[key] = value

    def __delitem__(self, key):
        encoded = self.encodekey(key)
        unsetenv(encoded)
        try:
            del self._data[encoded]
        except KeyError:
            raise KeyError(key) from None

    def __iter__(self):
        for key in list(self._data):
            yield self.decodekey(key)

    def __len__(self):
        return len(self._data)

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def __repr__(self):
        items = ", ".join([f"{key!r}: {value!r}" for key, value in self.items()])
        return f"environ({{{items}}})"

    def __eq__(self, other):
        if isinstance(other, _Environ):
            return self._data == other._data
        if isinstance(other, dict):
            return self.copy() == other
        return NotImplemented

    __hash__ = None

    def __or__(self, other):
        if not isinstance(other, (dict, _Environ)):
            return NotImplemented
        return self.copy() | dict(other)

    def __ror__(self, other):
        if not isinstance(other, (dict, _Environ)):
            return NotImplemented
        return dict(other) | self.copy()

    def __ior__(self, other):
        self.update(other)
        return self

    def copy(self):
        return dict(self.items())

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def keys(self):
        return {self.decodekey(key): None for key in self._data}.keys()

    def items(self):
        return {self.decodekey(key): self.decodevalue(value) for key, value in self._data.items()}.items()

    def values(self):
        return {key: self.decodevalue(value) for key, value in self._data.items()}.values()

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default

    def update(self, other=(), /, **kwargs):
        for key, value in dict(other, **kwargs).items():
            self[key] = value

    _missing = object()

    def pop(self, key, default=_missing):
        try:
            value = self[key]
        except KeyError:
            if default is _Environ._missing:
                raise
            return default
        del self[key]
        return value

    def popitem(self):
        for key in self:
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def clear(self):
        for key in list(self):
            del self[key]


def _encode(value):
    if not isinstance(value, str):
        raise TypeError(f"str expected, not {type(value).__name__}")
    return value.encode("utf-8", "surrogateescape")


def _bytes(value):
    if not isinstance(value, bytes):
        raise TypeError(f"bytes expected, not {type(value).__name__}")
    return value


environ = _Environ(posix.environ, _encode, fsdecode)
environb = _Environ(posix.environ, _bytes, _bytes)


def getenv(key, default=None):
    """Get an environment variable, return None if it doesn't exist."""
    return environ.get(key, default)


def getenvb(key, default=None):
    """Get an environment variable, return None if it doesn't exist."""
    return environb.get(key, default)


def process_cpu_count():
    """Get the number of CPUs of the current process."""
    return cpu_count()


def get_exec_path(env=None):
    """Returns the sequence of directories that will be searched for the named executable."""
    if env is None:
        env = environ
    found = env.get("PATH")
    if found is None:
        try:
            found = fsdecode(env[b"PATH"])
        except (KeyError, TypeError):
            pass
    return (defpath if found is None else found).split(pathsep)


def makedirs(name, mode=0o777, exist_ok=False):
    """Super-mkdir; create a leaf directory and all intermediate ones."""
    head, tail = path.split(name)
    if not tail:
        head, tail = path.split(head)
    if head and tail and not path.exists(head):
        try:
            makedirs(head, exist_ok=exist_ok)
        except FileExistsError:
            pass
        if tail == (b"." if isinstance(tail, bytes) else "."):
            return
    try:
        mkdir(name, mode)
    except OSError:
        if not exist_ok or not path.isdir(name):
            raise


def removedirs(name):
    """Super-rmdir; remove a leaf directory and all empty intermediate ones."""
    rmdir(name)
    head, tail = path.split(name)
    if not tail:
        head, tail = path.split(head)
    while head and tail:
        try:
            rmdir(head)
        except OSError:
            break
        head, tail = path.split(head)


def renames(old, new):
    """Super-rename; create directories as necessary and delete any left empty."""
    head, tail = path.split(new)
    if head and tail and not path.exists(head):
        makedirs(head)
    rename(old, new)
    head, tail = path.split(old)
    if head and tail:
        try:
            removedirs(head)
        except OSError:
            pass


# Without `followlinks`, links to folders count as files.
_walk_symlinks_as_files = object()


def walk(top, topdown=True, onerror=None, followlinks=False):
    """Directory tree generator: for each directory (dirpath, dirnames, filenames)."""
    top = fspath(top)
    try:
        entries = list(scandir(top))
    except OSError as e:
        if onerror is not None:
            onerror(e)
        return
    as_files = followlinks is _walk_symlinks_as_files
    dirs, files, below = [], [], []
    for entry in entries:
        try:
            is_dir = entry.is_dir(follow_symlinks=not as_files)
        except OSError:
            is_dir = False
        (dirs if is_dir else files).append(entry.name)
        if is_dir and (followlinks or not entry.is_symlink()):
            below.append(entry.path)
    if not topdown:
        for folder in below:
            yield from walk(folder, topdown, onerror, followlinks)
        yield top, dirs, files
        return
    yield top, dirs, files
    # The caller may have changed the list of folders.
    for name in dirs:
        folder = path.join(top, name)
        if (followlinks and not as_files) or not path.islink(folder):
            yield from walk(folder, topdown, onerror, followlinks)


def fdopen(fd, mode="r", buffering=-1, encoding=None, *args, **kwargs):
    """Open a stream on a file descriptor."""
    if not isinstance(fd, int):
        raise TypeError(f"invalid fd type ({type(fd)}, expected integer)")
    import io
    return io.open(fd, mode, buffering, encoding, *args, **kwargs)


def closerange(fd_low, fd_high, /):
    """Closes all file descriptors in [fd_low, fd_high), ignoring errors."""
    for fd in range(fd_low, fd_high):
        try:
            close(fd)
        except OSError:
            pass


def popen(cmd, mode="r", buffering=-1):
    if not isinstance(cmd, str):
        raise TypeError("invalid cmd type (%s, expected string)" % type(cmd))
    if mode not in ("r", "w"):
        raise ValueError("invalid mode %r" % mode)
    if buffering == 0 or buffering is None:
        raise ValueError("popen() does not support unbuffered streams")
    import subprocess
    if mode == "r":
        process = subprocess.Popen(cmd, shell=True, text=True, stdout=subprocess.PIPE, bufsize=buffering)
        return _wrap_close(process.stdout, process)
    process = subprocess.Popen(cmd, shell=True, text=True, stdin=subprocess.PIPE, bufsize=buffering)
    return _wrap_close(process.stdin, process)


class _wrap_close:
    """The stream of a pipe; closing it waits for the process."""

    def __init__(self, stream, process):
        self._stream, self._proc = stream, process

    def close(self):
        self._stream.close()
        status = self._proc.wait()
        if status == 0:
            return None
        return status << 8

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()

    def __getattr__(self, name):
        return getattr(self._stream, name)

    def __iter__(self):
        return iter(self._stream)


def execl(file, *args):
    """Execute the executable file with argument list args, replacing the current process."""
    execv(file, args)


def execle(file, *args):
    """Execute the executable file with argument list args and environment env, replacing the current process."""
    execve(file, args[:-1], args[-1])


def execlp(file, *args):
    """Execute the executable file, which is searched for along $PATH, with argument list args."""
    execvp(file, args)


def execlpe(file, *args):
    """Execute the executable file, which is searched for along $PATH, with argument list args and environment env."""
    execvpe(file, args[:-1], args[-1])


def execvp(file, args):
    """Execute the executable file, which is searched for along $PATH, with argument list args."""
    _execvpe(file, args)


def execvpe(file, args, env):
    """Execute the executable file, which is searched for along $PATH, with argument list args and environment env."""
    _execvpe(file, args, env)


def _execvpe(file, args, env=None):
    if env is None:
        function, rest, env = execv, (args,), environ
    else:
        function, rest = execve, (args, env)
    if path.dirname(file):
        function(file, *rest)
        return
    saved = None
    folders = get_exec_path(env)
    if isinstance(file, bytes):
        folders = map(fsencode, folders)
    for folder in folders:
        try:
            function(path.join(folder, file), *rest)
        except (FileNotFoundError, NotADirectoryError) as error:
            last = error
        except OSError as error:
            last = error
            if saved is None:
                saved = error
    raise saved if saved is not None else last


P_WAIT, P_NOWAIT, P_NOWAITO = 0, 1, 1


def _spawnvef(mode, file, args, env, function):
    if not isinstance(args, (tuple, list)):
        raise TypeError("argv must be a tuple or a list")
    if not args or not args[0]:
        raise ValueError("argv first element cannot be empty")
    pid = fork()
    if not pid:
        try:
            if env is None:
                function(file, args)
            else:
                function(file, args, env)
        except BaseException:
            _exit(127)
    if mode == P_NOWAIT:
        return pid
    while True:
        _, status = waitpid(pid, 0)
        if WIFSTOPPED(status):
            continue
        return waitstatus_to_exitcode(status)


def spawnv(mode, file, args):
    """Execute file with arguments from args in a subprocess."""
    return _spawnvef(mode, file, args, None, execv)


def spawnve(mode, file, args, env):
    """Execute file with arguments from args in a subprocess with the specified environment."""
    return _spawnvef(mode, file, args, env, execve)


def spawnvp(mode, file, args):
    """Execute file (which is looked for along $PATH) with arguments from args in a subprocess."""
    return _spawnvef(mode, file, args, None, execvp)


def spawnvpe(mode, file, args, env):
    """Execute file (which is looked for along $PATH) with arguments from args and environment env."""
    return _spawnvef(mode, file, args, env, execvpe)


def spawnl(mode, file, *args):
    """Execute file with arguments from args in a subprocess."""
    return spawnv(mode, file, args)


def spawnle(mode, file, *args):
    """Execute file with arguments from args in a subprocess with the supplied environment."""
    return spawnve(mode, file, args[:-1], args[-1])


def spawnlp(mode, file, *args):
    """Execute file (which is looked for along $PATH) with arguments from args in a subprocess."""
    return spawnvp(mode, file, args)


def spawnlpe(mode, file, *args):
    """Execute file (which is looked for along $PATH) with arguments from args and the supplied environment."""
    return spawnvpe(mode, file, args[:-1], args[-1])


def _get_exports_list(module):
    """The names that a module gives to `import *`."""
    try:
        return list(module.__all__)
    except AttributeError:
        return [name for name in dir(module) if name[:1] != "_"]
