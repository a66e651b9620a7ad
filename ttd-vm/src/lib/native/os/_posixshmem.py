"""POSIX shared memory module"""

import _posix


def _path(path):
    if not isinstance(path, str):
        raise TypeError(f"shm_open() argument 'path' must be str, not {type(path).__name__}")
    return "/dev/shm/" + path.lstrip("/")


def shm_open(path, flags, mode=511):
    """Open a shared memory object.  Returns a file descriptor (integer)."""
    return _posix.open(_path(path), flags | 0o2000000, mode)


def shm_unlink(path):
    """Remove a shared memory object (similar to unlink()).

    Remove a shared memory object name, and, once all processes  have  unmapped
    the object, de-allocates and destroys the contents of the associated memory
    region."""
    _posix.unlink(_path(path))
