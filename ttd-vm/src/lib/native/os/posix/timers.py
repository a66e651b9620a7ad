# ---- timers

def timerfd_create(clockid, /, *, flags=TFD_CLOEXEC):
    """Create and return a timer file descriptor."""
    return _call((), "timerfd_create", clockid, flags)


def _timer_seconds(data):
    """Interval and time left, as seconds."""
    left, interval = _timer_ns(data)
    return left / 1e9, interval / 1e9


def _timer_ns(data):
    words = [int.from_bytes(data[at:at + 8], "little", signed=True) for at in range(0, 32, 8)]
    return words[2] * 10**9 + words[3], words[0] * 10**9 + words[1]


def timerfd_settime(fd, /, *, flags=0, initial=0.0, interval=0.0):
    """Alter a timer file descriptor's internal timer in seconds."""
    data = b"".join([_long(part) for value in (interval, initial) for part in _split_time(float(value))])
    return _timer_seconds(_call((), "timerfd_settime", fd, flags, data))


def timerfd_settime_ns(fd, /, *, flags=0, initial=0, interval=0):
    """Alter a timer file descriptor's internal timer in nanoseconds."""
    data = b"".join([_long(part) for value in (interval, initial) for part in divmod(value, 10**9)])
    return _timer_ns(_call((), "timerfd_settime", fd, flags, data))


def timerfd_gettime(fd, /):
    """Return a tuple of a timer file descriptor's (interval, next expiration) in float seconds."""
    return _timer_seconds(_call((), "timerfd_gettime", fd))


def timerfd_gettime_ns(fd, /):
    """Return a tuple of a timer file descriptor's (interval, next expiration) in nanoseconds."""
    return _timer_ns(_call((), "timerfd_gettime", fd))


