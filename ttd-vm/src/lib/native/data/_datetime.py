"""`_datetime`: dates and times. The value types are native (`_ttd_datetime`); zones, and the methods that are rare, are
those of `_pydatetime`, of which the first import makes a copy whose names mean the native types.
"""

import sys
import time as _time
from math import modf as _modf

import _core
import _ttd_datetime as _native
from _ttd_datetime import date, datetime, time, timedelta

__all__ = ("date", "datetime", "time", "timedelta", "timezone", "tzinfo", "MINYEAR", "MAXYEAR", "UTC")
MINYEAR = 1
MAXYEAR = 9999


def _copy_of_python_half():
    known = sys.modules.pop("_pydatetime", None)
    try:
        import _pydatetime as module
        return module
    finally:
        sys.modules.pop("_pydatetime", None)
        if known is not None:
            sys.modules["_pydatetime"] = known


def _iso_repr(self):
    return f"datetime.{type(self).__name__}(year={self[0]}, week={self[1]}, weekday={self[2]})"


def _install_bounds():
    last = dict(hours=23, minutes=59, seconds=59, microseconds=999999)
    for cls, least, greatest, resolution in (
        (timedelta, timedelta(-999999999), timedelta(days=999999999, **last), timedelta(microseconds=1)),
        (date, date(1, 1, 1), date(9999, 12, 31), timedelta(days=1)),
        (time, time(0, 0), time(23, 59, 59, 999999), timedelta(microseconds=1)),
        (datetime, datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999), timedelta(microseconds=1)),
    ):
        _native.install(cls, "min", least)
        _native.install(cls, "max", greatest)
        _native.install(cls, "resolution", resolution)


_NAIVE_EPOCH = datetime(1970, 1, 1)
_SECONDS = 60 * 60 * 24 * 365 * 8000


@classmethod
def _fromtimestamp(cls, t, utc, tz):
    if t != t:
        raise ValueError("Invalid value NaN (not a number)")
    fraction, t = _modf(t)
    us = round(fraction * 1e6)
    if us >= 1000000:
        t, us = t + 1, us - 1000000
    elif us < 0:
        t, us = t - 1, us + 1000000
    if utc and cls is datetime and -_SECONDS // 5 < t < _SECONDS:
        result = _NAIVE_EPOCH + timedelta(0, int(t), us)
        return result if tz is None else tz.fromutc(result.replace(tzinfo=tz))

    def local(seconds):
        *fields, second = (_time.gmtime if utc else _time.localtime)(seconds)[:6]
        return cls(*fields, min(second, 59), us, tz)

    result = local(t)
    if tz is not None:
        return tz.fromutc(result)
    if not utc:
        # Where clocks were set back since a day ago, the time may be the second of two that read alike.
        jump = result - local(t - 86400) - timedelta(1)
        if jump.days < 0 and local(t + jump // timedelta(0, 1)) == result:
            return result.replace(fold=1)
    return result


def _no_state(self):
    return None


def _zone_maker(timezone):
    """`timezone.__new__`, with the checks and messages of CPython's own class, and no call for what is usual."""
    new, omitted, least, greatest = object.__new__, timezone._Omitted, timezone._minoffset, timezone._maxoffset

    def __new__(cls, offset, name=omitted):
        if not isinstance(offset, timedelta):
            raise TypeError(f"timezone() argument 1 must be datetime.timedelta, not {_core.given_name(offset)}")
        if name is omitted:
            if not offset:
                return cls.utc
            name = None
        elif not isinstance(name, str):
            raise TypeError(f"timezone() argument 2 must be str, not {_core.given_name(name)}")
        if not least <= offset <= greatest:
            raise ValueError("offset must be a timedelta strictly between -timedelta(hours=24) and "
                             f"timedelta(hours=24), not {offset!r}.")
        self = new(cls)
        self._offset, self._name = offset, name
        return self

    __new__.__qualname__ = "timezone.__new__"
    return staticmethod(__new__)


def _set_up():
    python = _copy_of_python_half()
    _native.install(datetime, "_fromtimestamp", _fromtimestamp)
    python._rare = {}
    for cls in timedelta, date, time, datetime:
        rare = python._rare[cls] = getattr(python, cls.__name__)
        for key, value in vars(rare).items():
            if callable(value) or isinstance(value, (classmethod, staticmethod, property)):
                if key not in ("_cmp", "_getstate") and "setstate" not in key:
                    _native.install(cls, key, value)
        setattr(python, cls.__name__, cls)
    python._date_class, python._time_class = date, time
    python._IsoCalendarDate.__repr__ = _iso_repr
    timezone = python.timezone
    python.tzinfo.__module__ = timezone.__module__ = "datetime"
    timezone._maxoffset = timedelta(hours=24, microseconds=-1)
    timezone._minoffset = -timezone._maxoffset
    timezone.__new__ = _zone_maker(timezone)
    # Its arguments are all there is to pickle.
    timezone.__getstate__ = _no_state
    python.UTC = timezone.utc = timezone._create(timedelta(0))
    timezone.min = timezone._create(-timedelta(hours=23, minutes=59))
    timezone.max = timezone._create(timedelta(hours=23, minutes=59))
    _native.register(python.tzinfo, timezone, python._IsoCalendarDate, _time.struct_time)
    python._EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
    _install_bounds()
    return python


# The classes have one set of methods, whatever is imported again.
_library = _core.namespace()
if "datetime_in_python" not in _library:
    _library["datetime_in_python"] = _set_up()
_python = _library["datetime_in_python"]
tzinfo, timezone, UTC = _python.tzinfo, _python.timezone, _python.UTC
_date_from_iso = _python._rare[date].__dict__["fromisoformat"].__func__
_datetime_from_iso = _python._rare[datetime].__dict__["fromisoformat"].__func__
_date_today = _python._rare[date].__dict__["today"].__func__
_datetime_now = _python._rare[datetime].__dict__["now"].__func__
_datetime_from_timestamp = _python._rare[datetime].__dict__["fromtimestamp"].__func__
_strftime = _python._rare[date].strftime
_time_isoformat = _python._rare[time].isoformat
_datetime_isoformat = _python._rare[datetime].isoformat
_datetime_timetuple = _python._rare[datetime].timetuple
_datetime_timestamp = _python._rare[datetime].timestamp
_datetime_astimezone = _python._rare[datetime].astimezone


def _ratio(number):
    ratio = number.as_integer_ratio()
    if not isinstance(ratio, tuple):
        raise TypeError(f"unexpected return type from as_integer_ratio(): expected tuple, not '{type(ratio).__name__}'")
    if len(ratio) != 2:
        raise ValueError("as_integer_ratio() must return a 2-tuple")
    return ratio


def _multiplied(micros, by):
    numerator, denominator = _ratio(by)
    return timedelta(0, 0, _python._divide_and_round(micros * numerator, denominator))


def _divided(micros, by):
    numerator, denominator = _ratio(by)
    if numerator == 0:
        raise ZeroDivisionError("division by zero")
    return timedelta(0, 0, _python._divide_and_round(denominator * micros, numerator))
