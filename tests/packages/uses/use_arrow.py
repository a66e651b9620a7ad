import arrow

a = arrow.get("2013-05-05T12:30:45+02:00")
print(a, a.to("utc"), a.shift(months=1, days=-3), a.floor("hour"), a.ceil("week"))
print(a.format("YYYY-MM-DD HH:mm:ss ZZ dddd Do MMMM"), a.humanize(a.shift(hours=-2)), a.humanize(a.shift(days=3), locale="de"))
print(arrow.get("5 May 2013 7pm", "D MMMM YYYY ha"), arrow.get(1367900664), arrow.get("2013-W29-6"))
print([str(r) for r in arrow.Arrow.range("day", arrow.get(2020, 2, 28), arrow.get(2020, 3, 1))])
print(arrow.get(2020, 3, 29, tzinfo="Europe/Berlin").shift(hours=3), a.dehumanize("2 days ago"), a.span("month")[1])
try:
    arrow.get("nope", "YYYY")
except arrow.parser.ParserError as e:
    print(type(e).__name__)
