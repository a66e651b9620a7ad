from datetime import datetime, timedelta
import pytz

ny = pytz.timezone("America/New_York")
d = ny.localize(datetime(2024, 3, 10, 1, 30))
print(d, ny.normalize(d + timedelta(hours=1)), d.astimezone(pytz.utc), repr(ny), d.tzinfo)
for f in (lambda: ny.localize(datetime(2024, 3, 10, 2, 30), is_dst=None), lambda: ny.localize(datetime(2024, 11, 3, 1, 30), is_dst=None), lambda: pytz.timezone("No/Where")):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
print(pytz.country_timezones["ch"], len(pytz.common_timezones) > 400, pytz.FixedOffset(90), pytz.utc.localize(datetime(2020, 1, 1)))
import pickle
print(pickle.loads(pickle.dumps(d)) == d, pytz.timezone("Europe/Paris").localize(datetime(1935, 1, 1)))
