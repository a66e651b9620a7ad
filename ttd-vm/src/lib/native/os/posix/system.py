# ---- limits and the system

def _limit(name, names):
    if isinstance(name, int):
        return _fd(name)
    if not isinstance(name, str):
        raise TypeError("configuration names must be strings or integers")
    try:
        return names[name]
    except KeyError:
        raise ValueError("unrecognized configuration name") from None


def sysconf(name, /):
    """Return an integer-valued system configuration variable."""
    return _posix.library((), _SYSCONF, _limit(name, sysconf_names))


def pathconf(path, name):
    """Return the configuration limit name for the file or directory path.

    If there is no limit, return -1.
    On some platforms, path may also be specified as an open file descriptor.
      If this functionality is unavailable, using it raises an exception."""
    where, shown = _path(path, "pathconf", True)
    name = _limit(name, pathconf_names)
    if isinstance(where, int):
        return _posix.library((path,), _FPATHCONF, name, where)
    return _posix.library((shown,), _PATHCONF, name, where)


def fpathconf(fd, name, /):
    """Return the configuration limit name for the file descriptor fd.

    If there is no limit, return -1."""
    return _posix.library((), _FPATHCONF, _limit(name, pathconf_names), _descriptor(fd))


def confstr(name, /):
    """Return a string-valued system configuration variable."""
    found = _posix.library((), _CONFSTR, _limit(name, confstr_names))
    return None if found is None else found.decode("utf-8", "surrogateescape")


def getloadavg():
    """Return average recent system load information.

    Return the number of processes in the system run queue averaged over
    the last 1, 5, and 15 minutes as a tuple of three floats.
    Raises OSError if the load average was unobtainable."""
    data = _call((), "sysinfo")
    return tuple([int.from_bytes(data[at:at + 8], "little") / 65536 for at in (8, 16, 24)])


def getrandom(size, flags=0):
    """Obtain a series of random bytes."""
    if size < 0:
        raise OSError(22, strerror(22))
    return _call((), "getrandom", size, flags)


def sync():
    """Force write of everything to disk."""
    _call((), "sync")


