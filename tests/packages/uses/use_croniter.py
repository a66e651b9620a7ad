from datetime import datetime, timezone
from croniter import croniter, croniter_range

base = datetime(2024, 1, 30, 23, 58)
for e in ("*/5 * * * *", "0 9-17/2 * * mon-fri", "0 0 29 2 *", "0 0 L * *", "0 12 * * fri#2", "@weekly", "30 4 1,15 * 5"):
    it = croniter(e, base)
    print(e, [it.get_next(datetime).isoformat() for _ in range(3)], it.get_prev(datetime))
print(croniter.match("0 0 * * *", datetime(2024, 1, 1)), list(croniter_range(base, datetime(2024, 2, 2), "0 0 * * *")), croniter.expand("1-3 * * * *"))
for bad in ("61 * * * *", "* * *", "a b c d e", "*/0 * * * *"):
    try:
        croniter(bad)
    except Exception as e:
        print(type(e).__name__, e)
print(croniter("0 2 * * *", base.replace(tzinfo=timezone.utc)).get_next(datetime), croniter.is_valid("0 0 1 1 0"))
