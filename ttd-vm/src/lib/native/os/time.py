"""This module provides various functions to manipulate time values.

The clocks are native (`_time`); `struct_time` and what makes it are written here. Local time is that of the machine, or
of the variable TZ: what describes the zone is asked for when the module is imported, and again by `tzset`.
"""

import _core
import _time
from _operator import index
from _collections import _tuplegetter
from _time import (
    monotonic, monotonic_ns, perf_counter, perf_counter_ns, process_time, process_time_ns, sleep, thread_time,
    thread_time_ns, time, time_ns,
)

CLOCK_REALTIME = 0
CLOCK_MONOTONIC = 1
CLOCK_PROCESS_CPUTIME_ID = 2
CLOCK_THREAD_CPUTIME_ID = 3
CLOCK_MONOTONIC_RAW = 4
CLOCK_BOOTTIME = 7
CLOCK_TAI = 11
_STRUCT_TM_ITEMS = 11
_NOW = object()

_library = _core.namespace()
_DOCS = {
    "tm_year": "year, for example, 1993",
    "tm_mon": "month of year, range [1, 12]",
    "tm_mday": "day of month, range [1, 31]",
    "tm_hour": "hours, range [0, 23]",
    "tm_min": "minutes, range [0, 59]",
    "tm_sec": "seconds, range [0, 61])",
    "tm_wday": "day of week, range [0, 6], Monday is 0",
    "tm_yday": "day of year, range [1, 366]",
    "tm_isdst": "1 if summer time is in effect, 0 if not, and -1 if unknown",
    "tm_zone": "abbreviation of timezone name",
    "tm_gmtoff": "offset from UTC in seconds",
}
struct_time = _library["make_struct"](
    "time", "struct_time", _DOCS, 9,
    "The time value as returned by gmtime(), localtime(), and strptime(), and accepted by asctime(), mktime() and\n"
    "strftime().  May be considered as a sequence of 9 integers.", _DOCS)
for _at, _name in enumerate(struct_time.__match_args__):
    setattr(struct_time, _name, _tuplegetter(_at, _DOCS[_name]))
del _at, _name


def _seconds(secs):
    return int(time()) if secs is None else _time.whole_seconds(secs)


def gmtime(seconds=None, /):
    """Convert seconds since the Epoch to a time tuple expressing UTC (a.k.a. GMT)."""
    return _core.new_struct(struct_time, _time.fields(_seconds(seconds)), ("GMT", 0))


def localtime(seconds=None, /):
    """Convert seconds since the Epoch to a time tuple expressing local time."""
    fields = _time.local(*_zone, _seconds(seconds))
    return _core.new_struct(struct_time, fields[:9], fields[9:])


def _checked(t, function):
    if t is _NOW:
        return tuple(localtime())
    if not isinstance(t, tuple):
        raise TypeError("Tuple or struct_time argument required")
    if len(t) != 9:
        raise TypeError(f"{function}(): illegal time tuple argument")
    year, month, day, hour, minute, second, weekday, yearday, isdst = [index(field) for field in t]
    # The fields are C ints, and the year is counted from 1900.
    if year > 0x7FFFFFFF:
        raise OverflowError("signed integer is greater than maximum")
    if year < -0x80000000:
        raise OverflowError("signed integer is less than minimum")
    if year < -0x80000000 + 1900:
        raise OverflowError("year out of range")
    # A month or day of 0 means the first.
    month, day, yearday = month or 1, day or 1, yearday or 1
    for value, low, high, text in (
        (month, 1, 12, "month"), (day, 1, 31, "day of month"), (hour, 0, 23, "hour"), (minute, 0, 59, "minute"),
        (second, 0, 61, "seconds"), (yearday, 1, 366, "day of year"),
    ):
        if not low <= value <= high:
            raise ValueError(f"{text} out of range")
    if weekday < -1:
        raise ValueError("day of week out of range")
    return year, month, day, hour, minute, second, weekday % 7, yearday, isdst


def mktime(t, /):
    """Convert a time tuple in local time to seconds since the Epoch."""
    if not isinstance(t, tuple):
        raise TypeError("Tuple or struct_time argument required")
    if len(t) != 9:
        raise TypeError("mktime(): illegal time tuple argument")
    fields = tuple(t)
    return float(_time.moment(*_zone, _time.from_fields(fields), index(fields[8])))


def strftime(format, t=_NOW, /):
    """Convert a time tuple to a string according to a format specification."""
    if not isinstance(format, str):
        raise TypeError(f"strftime() argument 1 must be str, not {_core.given_name(format)}")
    if "\0" in format:
        raise ValueError("embedded null character")
    fields = _time.usual_fields(t) or _checked(t, "strftime")
    if t is _NOW:
        t = localtime()
    zone, offset = t._more if isinstance(t, struct_time) else (None, None)
    summer = fields[8] > 0
    if zone is None:
        zone = tzname[summer] if fields[8] >= 0 else ""
    if offset is None:
        offset = -(altzone if summer else timezone)
    return _time.strftime(format, fields, zone, offset)


def asctime(t=_NOW, /):
    """Convert a time tuple to a string, e.g. 'Sat Jun 06 16:26:11 1998'."""
    return _time.strftime("%a %b %e %H:%M:%S %Y", _time.usual_fields(t) or _checked(t, "asctime"), "UTC")


def ctime(seconds=None, /):
    """Convert a time in seconds since the Epoch to a string in local time."""
    return asctime(localtime(seconds))


def strptime(string, format="%a %b %d %H:%M:%S %Y", /):
    """Parse a string to a time tuple according to a format specification."""
    import _strptime
    return _strptime._strptime_time(string, format)


def tzset():
    """tzset()

    Initialize, or reinitialize, the local timezone to the value stored in
    os.environ['TZ']. The TZ environment variable should be specified in
    standard Unix timezone format as documented in the tzset man page
    (eg. 'US/Eastern', 'Europe/Amsterdam'). Unknown timezones will silently
    fall back to UTC. If the TZ environment variable is not set, the local
    timezone is set to the systems best guess of wallclock time.
    Changing the TZ environment variable without calling tzset *may* change
    the local timezone used by methods such as localtime, but this behaviour
    should not be relied on."""
    global _zone, timezone, altzone, daylight, tzname
    import _posix
    variables = _posix.environment()
    name = dict(zip(variables[::2], variables[1::2])).get(b"TZ")
    if name is not None:
        name = name.removeprefix(b":")
    if name is not None and name in (b"", b"UTC", b"UTC0", b"Etc/UTC", b"GMT0UTC"):
        _zone = None, None
    else:
        file = _posix.zone(name or b"")
        _zone = (None, None) if name is None and file is None else ((name or b"").decode("utf-8", "replace"), file)
    # `datetime` finds it there.
    _library["local_zone"] = _zone
    if _zone[0] is None:
        timezone, altzone, daylight, tzname = 0, 0, 0, ("UTC", "UTC")
        return
    # As CPython: the zone at the beginning of the year and in its middle, the northern summer.
    year = (365 * 24 + 6) * 3600
    start = _time.time_ns() // 10**9 // year * year
    january, july = [_time.local(*_zone, start + part) for part in (0, year // 2)]
    if january[10] > july[10]:
        january, july = july, january
    timezone, altzone, daylight = -january[10], -july[10], int(january[10] != july[10])
    tzname = january[9], july[9]


def clock_gettime(clk_id, /):
    """Return the time of the specified clock clk_id as a float."""
    return clock_gettime_ns(clk_id) / 1e9


def clock_gettime_ns(clk_id, /):
    """Return the time of the specified clock clk_id as nanoseconds (int)."""
    if clk_id in (CLOCK_REALTIME, CLOCK_TAI):
        return time_ns()
    if clk_id in (CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_BOOTTIME):
        return monotonic_ns()
    if clk_id in (CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID):
        return process_time_ns()
    raise OSError(22, "Invalid argument")


def clock_getres(clk_id, /):
    """Return the resolution (precision) of the specified clock clk_id."""
    clock_gettime_ns(clk_id)
    return 1e-09


def clock_settime(clk_id, time, /):
    """Set the time of the specified clock clk_id."""
    raise PermissionError(1, "Operation not permitted")


def clock_settime_ns(clk_id, time, /):
    """Set the time of the specified clock clk_id with nanoseconds."""
    raise PermissionError(1, "Operation not permitted")


def pthread_getcpuclockid(thread_id, /):
    """Return the clk_id of a thread's CPU time clock."""
    return CLOCK_THREAD_CPUTIME_ID


class _ClockInfo:
    def __init__(self, implementation, monotonic, adjustable):
        self.implementation = implementation
        self.monotonic = monotonic
        self.adjustable = adjustable
        self.resolution = 1e-09

    def __repr__(self):
        return (f"namespace(implementation={self.implementation!r}, monotonic={self.monotonic!r}, "
                f"adjustable={self.adjustable!r}, resolution={self.resolution!r})")


def get_clock_info(name, /):
    """Get information of the specified clock."""
    if name == "time":
        return _ClockInfo("clock_gettime(CLOCK_REALTIME)", False, True)
    if name in ("monotonic", "perf_counter"):
        return _ClockInfo("clock_gettime(CLOCK_MONOTONIC)", True, False)
    if name == "process_time":
        return _ClockInfo("clock_gettime(CLOCK_PROCESS_CPUTIME_ID)", True, False)
    if name == "thread_time":
        return _ClockInfo("clock_gettime(CLOCK_THREAD_CPUTIME_ID)", True, False)
    raise ValueError("unknown clock")


tzset()
