from datetime import datetime, timedelta

from dateutil import parser, tz
from dateutil.easter import easter
from dateutil.relativedelta import FR, MO, relativedelta
from dateutil.rrule import DAILY, MO as RMO, MONTHLY, WEEKLY, rrule, rruleset, rrulestr

for text in ("2003-09-25T10:49:41.5-03:00", "Thu Sep 25 10:36:28 2003", "25 Sep 2003 3pm", "10-11-12", "20030925T1049"):
    print(parser.parse(text, default=datetime(2000, 1, 1)))
start = datetime(2020, 1, 31, 12)
print(start + relativedelta(months=1), start + relativedelta(weekday=FR(-1)), relativedelta(datetime(2021, 3, 4), start))
print([d.strftime("%m-%d") for d in rrule(WEEKLY, count=4, byweekday=(RMO, FR), dtstart=start)])
rules = rruleset()
rules.rrule(rrule(DAILY, count=5, dtstart=start))
rules.exdate(start + timedelta(2))
print(len(list(rules)), rrulestr("FREQ=MONTHLY;BYDAY=-1FR;COUNT=3", dtstart=start)[2])
print(easter(2024), tz.tzutc().utcoffset(start), tz.tzoffset("X", 3600).tzname(start))
print(parser.isoparse("2020-W05-3"), datetime(2020, 7, 1, tzinfo=tz.gettz("Europe/Berlin")).isoformat())
try:
    parser.parse("not a date")
except parser.ParserError as e:
    print(e)
