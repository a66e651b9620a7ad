from datetime import date, datetime, timedelta, timezone
import holidays
import icalendar

c = icalendar.Calendar()
c.add("prodid", "-//x//")
c.add("version", "2.0")
e = icalendar.Event()
e.add("summary", "Müll; a, b" + "x" * 80)
e.add("dtstart", datetime(2024, 5, 1, 8, tzinfo=timezone.utc))
e.add("duration", timedelta(hours=1, minutes=5))
e.add("rrule", {"freq": "weekly", "byday": ["MO", "WE"], "count": 4})
e.add("attendee", icalendar.vCalAddress("MAILTO:a@x.test"), parameters={"cn": "A, B"})
e["uid"] = "u1"
a = icalendar.Alarm()
a.add("trigger", timedelta(minutes=-5))
e.add_component(a)
c.add_component(e)
print(c.to_ical().decode())
d = icalendar.Calendar.from_ical(c.to_ical())
ev = d.walk("VEVENT")[0]
print(ev["summary"], ev.decoded("dtstart"), ev["rrule"].to_ical(), ev.decoded("duration"), ev["attendee"].params)
for bad in ("BEGIN:VCALENDAR\nEND:VEVENT", "nonsense"):
    try:
        print(icalendar.Calendar.from_ical(bad))
    except ValueError as x:
        print(x)
h = holidays.country_holidays("DE", subdiv="BY", years=2024)
print(sorted(h.items())[:6], date(2024, 12, 25) in h, h.get("2024-01-06"), len(holidays.US(years=range(2000, 2010))))
print(holidays.country_holidays("JP", years=2021, language="ja").get("2021-07-22"), h.get_named("Weihnachtstag"))
