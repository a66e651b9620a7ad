import datetime as dt

import humanize

print(humanize.intcomma(1234567.891, 1), humanize.intword(12_400_000), humanize.ordinal(23), humanize.apnumber(4))
print(humanize.naturalsize(3_000_000), humanize.naturalsize(2048, binary=True, gnu=False), humanize.fractional(1 / 3))
print(humanize.naturaldelta(dt.timedelta(days=400)), humanize.precisedelta(dt.timedelta(seconds=3633), minimum_unit="seconds"))
print(humanize.naturaltime(dt.timedelta(minutes=5)), humanize.scientific(12345), humanize.metric(1500, "V"), humanize.natural_list(["a", "b", "c"]))
humanize.i18n.activate("de_DE")
print(humanize.naturaltime(dt.timedelta(minutes=5)), humanize.intword(2_000_000))
