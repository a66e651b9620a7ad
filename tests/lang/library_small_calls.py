"""Small calls of the library with usual and unusual arguments: decimals of parts, rows by name, fixed zones."""

import sqlite3
from datetime import datetime, timedelta, timezone
from decimal import Decimal, DecimalTuple


def attempt(function, *args, **names):
    try:
        return repr(function(*args, **names))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


# Decimals of sign, digits and exponent.
class Digits(tuple):
    pass


for parts in [
    (0, (1, 2), -1), [1, [0, 0, 7], 3], (1, (), 0), (0, (0, 0), -5), (1, (0,), 2), DecimalTuple(0, (3, 1, 4), -2),
    Digits((0, Digits((5, 6)), 1)), (0, (9,) * 38, 0), (0, (9,) * 39, 0), (1, (0,) * 60 + (1,), -60),
    (True, (1,), 0), (0, (True, False), 0), (0, (1,), "F"), (1, (), "n"), (0, (4,), "N"),
    (2, (1,), 0), (-1, (1,), 0), (0, (10,), 0), (0, (-1,), 0), (0, (1,), 1.0), (0, ("1",), 0), (0, 5, 0), (0, (1,)), (),
]:
    print(attempt(Decimal, parts))


class Money(Decimal):
    pass


price = Money((0, (1, 9, 9), -2))
print(type(price).__name__, price, price.as_tuple(), Decimal(price.as_tuple()) == price)
print([bool(Decimal((0, (digit,), 0))) for digit in range(3)])

# Rows by name: whatever was asked for before, the first column of a name is meant.
connection = sqlite3.connect(":memory:")
connection.row_factory = sqlite3.Row
connection.execute("create table points (x, y, label)")
connection.executemany("insert into points values (?, ?, ?)", [(i, i * i, f"p{i}") for i in range(4)])
cursor = connection.execute("select x, y, label, y + 1 as X, 'u' as \"\u00c9t\" from points")
for row in cursor:
    print(row["x"], row["X"], row["Y"], row["label"], row["LABEL"], row["\u00c9t"], row[-1], row[1:3])
    print(attempt(row.__getitem__, "z"), attempt(row.__getitem__, "\u00e9t"), attempt(row.__getitem__, 9))


class Name(str):
    pass


print(row[Name("yY"[:1])], row[Name("Label")], attempt(row.__getitem__, Name("q")))
print(attempt(row.__getitem__, None), attempt(row.__getitem__, 1.0), attempt(row.__getitem__, True))
again = cursor.execute("select y as x, x as y from points where x = 3").fetchone()
print(again["x"], again["y"], row["x"], row["y"], attempt(again.__getitem__, "label"))
made = sqlite3.Row(cursor, (7, 8))
print(made["x"], made["y"], made.keys(), attempt(sqlite3.Row(cursor, (7,)).__getitem__, "y"))

# Zones of a fixed offset.


class Hours(timedelta):
    pass


for offset in [
    timedelta(hours=2), timedelta(hours=-3, minutes=-30), timedelta(0), timedelta(microseconds=1), Hours(hours=5),
    timedelta(hours=24), timedelta(hours=-24), timedelta(hours=24, microseconds=-1), timedelta(hours=-24, microseconds=1),
]:
    print(attempt(timezone, offset), attempt(timezone, offset, "here"))
print(timezone(timedelta(0)) is timezone.utc, timezone(offset=timedelta(hours=1), name="one"))
print(attempt(timezone, 5), attempt(timezone, timedelta(hours=1), None), attempt(timezone, timedelta(hours=1), 5))
zone = timezone(timedelta(hours=9))
print(zone == timezone(timedelta(hours=9), "J"), hash(zone) == hash(timezone(timedelta(hours=9))), zone.tzname(None))
print(datetime(2024, 2, 29, 12, tzinfo=zone).astimezone(timezone(timedelta(hours=-5))).isoformat())
