"""`_datetime`: dates and times. The value types are native (`_ttd_datetime`); zones, and the methods that are rare, are
those of `_pydatetime`, of which this module keeps a copy whose names mean the native types.
"""

import sys

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


_python = _copy_of_python_half()
_classes = {"timedelta": timedelta, "date": date, "time": time, "datetime": datetime}
_rare = {_name: getattr(_python, _name) for _name in _classes}
for _name, _class in _classes.items():
    for _key, _value in vars(_rare[_name]).items():
        if callable(_value) or isinstance(_value, (classmethod, staticmethod, property)):
            if _key not in ("_cmp", "_getstate") and "setstate" not in _key:
                _native.install(_class, _key, _value)
    setattr(_python, _name, _class)
_python._date_class, _python._time_class = date, time
_date_from_iso = _rare["date"].__dict__["fromisoformat"].__func__
_datetime_from_iso = _rare["datetime"].__dict__["fromisoformat"].__func__
_time_isoformat = _rare["time"].isoformat
_datetime_isoformat = _rare["datetime"].isoformat
_datetime_timestamp = _rare["datetime"].timestamp
_datetime_astimezone = _rare["datetime"].astimezone

_python._IsoCalendarDate.__repr__ = _iso_repr
tzinfo = _python.tzinfo
timezone = _python.timezone
timezone._maxoffset = timedelta(hours=24, microseconds=-1)
timezone._minoffset = -timezone._maxoffset
UTC = _python.UTC = timezone.utc = timezone._create(timedelta(0))
timezone.min = timezone._create(-timedelta(hours=23, minutes=59))
timezone.max = timezone._create(timedelta(hours=23, minutes=59))
_native.register(tzinfo, timezone)
_python._EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_native.install(timedelta, "min", timedelta(-999999999))
_native.install(timedelta, "max", timedelta(days=999999999, hours=23, minutes=59, seconds=59, microseconds=999999))
_native.install(timedelta, "resolution", timedelta(microseconds=1))
_native.install(date, "min", date(1, 1, 1))
_native.install(date, "max", date(9999, 12, 31))
_native.install(date, "resolution", timedelta(days=1))
_native.install(time, "min", time(0, 0))
_native.install(time, "max", time(23, 59, 59, 999999))
_native.install(time, "resolution", timedelta(microseconds=1))
_native.install(datetime, "min", datetime(1, 1, 1))
_native.install(datetime, "max", datetime(9999, 12, 31, 23, 59, 59, 999999))
_native.install(datetime, "resolution", timedelta(microseconds=1))


def _multiplied(micros, by):
    numerator, denominator = by.as_integer_ratio()
    return timedelta(0, 0, _python._divide_and_round(micros * numerator, denominator))


def _divided(micros, by):
    numerator, denominator = by.as_integer_ratio()
    if numerator == 0:
        raise ZeroDivisionError("division by zero")
    return timedelta(0, 0, _python._divide_and_round(denominator * micros, numerator))


del _name, _class, _key, _value
