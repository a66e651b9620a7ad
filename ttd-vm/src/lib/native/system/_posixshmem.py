"""POSIX shared memory module: files in the folder that the system keeps in memory."""

import posix


def _file(path):
    if not isinstance(path, str):
        raise TypeError(f"argument 'path' must be str, not {type(path).__name__}")
    if "\0" in path:
        raise ValueError("embedded null character")
    name = path.lstrip("/")
    if not name or "/" in name or len(name) > 255:
        raise OSError(22, posix.strerror(22), path)
    return "/dev/shm/" + name


def shm_open(path, flags, mode=511):
    """Open a shared memory object.  Returns a file descriptor (integer)."""
    file = _file(path)
    try:
        return posix.open(file, flags | posix.O_NOFOLLOW | posix.O_CLOEXEC | posix.O_NONBLOCK, mode)
    except OSError as e:
        raise OSError(e.errno, e.strerror, path) from None


def shm_unlink(path, /):
    """Remove a shared memory object (similar to unlink())."""
    file = _file(path)
    try:
        posix.unlink(file)
    except OSError as e:
        raise OSError(e.errno, e.strerror, path) from None
