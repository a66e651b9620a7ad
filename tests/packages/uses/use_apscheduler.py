import time
from datetime import datetime, timedelta, timezone

from apscheduler.events import EVENT_JOB_ERROR, EVENT_JOB_EXECUTED
from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.cron import CronTrigger
from apscheduler.triggers.interval import IntervalTrigger
from huey import MemoryHuey, crontab
import threading

tz = timezone.utc
t = CronTrigger.from_crontab("*/15 9-17 * * mon-fri", timezone=tz)
now = datetime(2024, 3, 1, 16, 50, tzinfo=tz)
for _ in range(4):
    now = t.get_next_fire_time(now, now)
    print(now)
    now += timedelta(seconds=1)
print(t, CronTrigger(day="last", hour=3, timezone=tz).get_next_fire_time(None, datetime(2024, 2, 10, tzinfo=tz)), IntervalTrigger(hours=2, timezone=tz))
try:
    CronTrigger(hour="25")
except ValueError as e:
    print(e)
s = BackgroundScheduler(timezone="UTC")
done, seen = threading.Event(), []
s.add_listener(lambda ev: (seen.append((ev.job_id, ev.retval, type(ev.exception).__name__)), len(seen) == 2 and done.set()), EVENT_JOB_EXECUTED | EVENT_JOB_ERROR)
import logging
logging.disable()
s.start()
s.add_job(lambda x: x * 2, args=[4], id="ok")
s.add_job(lambda: 1 / 0, "date", id="bad")
print(done.wait(5), sorted(seen))
s.shutdown()
h = MemoryHuey(immediate=True)


@h.task(retries=1)
def add(a, b):
    return a + b


@h.periodic_task(crontab(minute="0"))
def tick():
    pass


print(add(1, 2)(), add.s(3, 4).then(add, 10).args, h.pending(), crontab(minute="*/5")(datetime(2024, 1, 1, 0, 10)))
try:
    add("a", 1)(blocking=True)
except Exception as e:
    print(type(e).__name__, e)
