import datetime
import time

from freezegun import freeze_time

with freeze_time("2012-01-14 03:21:34") as frozen:
    print(datetime.datetime.now(), time.time(), datetime.date.today())
    frozen.tick(datetime.timedelta(hours=2))
    print(datetime.datetime.now(), time.strftime("%H:%M", time.localtime()))
    frozen.move_to("2020-05-05")
    print(datetime.date.today(), isinstance(datetime.datetime.now(), datetime.datetime))


@freeze_time("1999-12-31", tz_offset=-4)
def f():
    return datetime.datetime.now(), datetime.datetime.utcnow()


print(f(), datetime.date.today().year > 2020)
