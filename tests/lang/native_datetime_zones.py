"""Timestamps of local times, also where clocks are changed, and offsets in ISO format."""
import os
import pickle
import time
from datetime import date, datetime, timedelta, timezone

for zone in ("UTC", "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0", "NZST-12NZDT,M9.5.0,M4.1.0/3"):
    os.environ["TZ"] = zone
    time.tzset()
    print(zone)
    for when in ("2020-01-15T12:00:00", "2020-07-15T12:00:00.250000", "2020-03-29T01:59:59", "2020-03-29T02:30:00",
                 "2020-03-29T03:00:00", "2020-10-25T02:30:00", "2020-10-25T03:00:00", "2020-03-08T02:30:00",
                 "2020-11-01T01:30:00", "2020-04-05T02:30:00", "2020-09-27T02:30:00", "1975-06-01T00:00:00.000001"):
        moment = datetime.fromisoformat(when)
        stamps = [moment.replace(fold=fold).timestamp() for fold in (0, 1)]
        print(when, stamps, [str(datetime.fromtimestamp(stamp)) for stamp in stamps])
    print(datetime(1, 1, 3).timestamp() < 0, datetime(9999, 12, 29).timestamp() > 0)


class Own(datetime):
    pass


print(Own(2020, 1, 1).timestamp(), type(Own.fromisoformat("2020-01-02T03:04:05+01:00")).__name__)
for text in ("2020-01-02T03:04:05Z", "2020-01-02T03:04:05+00:00", "2020-01-02 03:04-00:00", "2020-01-02T03:04:05.123456+05:30",
             "2020-01-02T03:04:05-12:59", "2020-01-02T03+01:00", "2020-01-02T03:04:05+0530", "2020-01-02T03:04:05+05:30:15",
             "2020-01-02T03:04:05+23:59", "20200102T030405+0100", "2020-01-02T03:04:05.123Z", "2020-W01-1T10:00Z",
             "2020-01-02T03:04:05+01:60", "2020-01-02T03:04:05+1:00", "2020-01-02T03:04:05+",
             "2020-01-02T03:04:05ZZ", "2020-01-02T25:00+01:00",
             "2020-02-30T03:04:05Z", "2020-01-02T03:04:05-1:000"):
    try:
        moment = datetime.fromisoformat(text)
        print(text, repr(moment), moment.tzinfo is timezone.utc, moment.utcoffset())
    except ValueError as error:
        print(error)
print(timezone.utc.__reduce__(), len(pickle.dumps(datetime(2024, 1, 2, tzinfo=timezone.utc), 2)))
