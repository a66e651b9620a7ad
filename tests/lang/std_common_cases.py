"""Cases in which the library takes a short way, beside those where it must not."""
import codecs
import csv
import datetime
import decimal
import io
import itertools
import os
import time
import types
import zlib
from collections import namedtuple
from decimal import Decimal as D


def shown(function, *args):
    try:
        return function(*args)
    except Exception as error:
        return type(error).__name__, str(error)


# Many items of an iterator at once, which stands where it should afterwards.
numbers = itertools.count(5, 3)
print(list(itertools.islice(numbers, 4)), next(numbers), list(itertools.islice(numbers, 2, 9, 3)), next(numbers))
big = itertools.count((1 << 62) - 2)
print(list(itertools.islice(big, 4)), next(big))
round_ = itertools.cycle("abc")
print(next(round_), list(itertools.islice(round_, 7)), next(round_), list(itertools.islice(itertools.cycle(()), 3)))
some = itertools.repeat("x", 5)
print(list(itertools.islice(some, 2)), list(some), list(some), list(itertools.islice(itertools.repeat(1), 3)))
items = [1, 2, 3, 4]
forth, back = iter(items), reversed(items)
print(list(itertools.islice(forth, 2)), list(forth), list(forth), next(back), list(back), list(back))
items.append(5)
print(list(forth), list(itertools.chain(items, "añb", range(3), (), reversed(items))))
joined = itertools.chain([1, 2], iter("xyz"))
print(list(itertools.islice(joined, 3)), list(joined), tuple(itertools.chain.from_iterable([[1], [], (2, 3)])))
text = iter("aéz\U0001f600!")
print(next(text), list(text), list(text), sum(itertools.islice(itertools.count(), 1500)))
Point = namedtuple("Point", "x y")


class Twice(list):
    def __iter__(self):
        return iter([item * 2 for item in self[:]])


print(Point(1, 2)._asdict(), list(zip(Point(1, 2), Twice([3, 4]))), list(map(str, Point(5, 6))))

# Records of CSV: plain ones, and what is not.
lines = ["a,b,c\r\n", "1,,3", '"q,1",2\n', "é,\U0001f600,\n", "\n", "x\r", 'a"b,c', "last,\0"]
reader = csv.reader(lines)
for row in reader:
    print(reader.line_num, row, end=" ")
print(shown(next, reader), list(csv.reader(["1;2", "'3;4';5"], delimiter=";", quotechar="'")))
print(list(csv.reader(["1,2.5,x"[:5]], quoting=csv.QUOTE_NONNUMERIC)), list(csv.reader([" a, b"], skipinitialspace=True)))
print(shown(list, csv.reader([b"a,b"])), shown(list, csv.reader(["a\nb,c"])), list(csv.reader(['"a', 'b",c'])))
before = csv.field_size_limit(4)
print(shown(list, csv.reader(["abcde,f"])), list(csv.reader(["abcd,ef"])), csv.field_size_limit(before))
print(list(csv.reader(line for line in ("a,b", "c"))), list(csv.reader(["a\\,b,c"], escapechar="\\")))

# Decimals of few digits, and what has to be rounded or signalled.
values = [D("1.1"), D("-2.25"), D("0"), D("-0.0"), D("999999999999999999"), D("1E+20"), D("1E-20"), D("7")]
for a in values:
    print(*[f"{a + b} {a - b} {a * b} {a < b} {a == b}" for b in values], a + 3, 4 - a, a * -2, -a, +a, abs(a), sep=" | ")
with decimal.localcontext() as context:
    context.prec = 3
    context.clear_flags()
    print(D("1.25") + D("1.001"), D(1234) * 1, -D(1235), context.flags[decimal.Inexact] == 1, D("0.5") + D("0.25"))
    context.Emax, context.Emin = 4, -4
    context.traps[decimal.Overflow] = False
    print(D("9E+4") + D("9E+4"), D("1E-4") * D("0.1"), shown(lambda: D("99999") * 10))
    context.traps[decimal.Inexact] = True
    print(shown(lambda: D(1) / 3)[0], D(1) / 4)
for f in (0.1, -2.5, 1e22, 5e-324, -0.0, 2.0 ** 70, 1 / 3):
    print(D(f), D(f) == f, float(D(f)) == f, int(D(f)))
print([D(x).as_tuple() for x in ("12.50", "-0", "NaN12", "-Infinity", "1E+5")], shown(int, D("NaN")), float(D("-Infinity")))
with decimal.localcontext() as context:
    context.traps[decimal.FloatOperation] = True
    print(shown(lambda: D(0.5))[0], D.from_float(0.5), int(D("-7.9")), int(D("1.5E+3")), float(D("1e400")))

# Encodings by their names.
print("hé".encode("latin-1"), "héllo wörld, ascii behind".encode("Latin1"), shown("h€".encode, "latin-1"))
print("aé".encode("ascii", "xmlcharrefreplace"), "a\udc80".encode("utf-8", "surrogateescape"), shown("é".encode, "ascii"))
print(b"abc".decode("ascii"), b"x".decode(), b"".decode("utf-8"), "é€".encode().decode(), b"a\xff".decode("utf-8", "replace"))
print(shown(b"\xff".decode), shown("a".encode, "no such"), shown("a".encode, "utf-8", "no such"), shown("a".encode, 5))
codecs.register_error("mine", lambda error: ("?!", error.end))
print("é".encode("ascii", "mine"), b"\xe9".decode("ascii", "backslashreplace"), shown("é".encode, "ascii", "other"))

# Short data.
for data in (b"", b"a", b"hello " * 9, bytes(range(256)), b"ab" * 300):
    packed = zlib.compress(data)
    step = zlib.decompressobj()
    parts = step.decompress(packed[:7]) + step.decompress(packed[7:9]) + step.decompress(packed[9:])
    print(zlib.decompress(packed) == data == parts, step.eof, step.unused_data, end=" ")
packed = zlib.compress(b"hello hello hello")
limited = zlib.decompressobj()
print(limited.decompress(packed + b"more", 5), limited.decompress(limited.unconsumed_tail), limited.unused_data)
print(shown(zlib.decompress, packed[:-1]), shown(zlib.decompress, packed[:-1] + b"x"), shown(zlib.decompress, packed[:5]))

# Times as text.
moment = datetime.datetime(2024, 2, 29, 13, 4, 5, 678)
zone = datetime.timezone(datetime.timedelta(hours=2))
for form in ("%Y-%m-%d %H:%M:%S", "%a %A %b %B %d %j %U %W %p %I %y %%", "%f|%z|%Z|%:z", "%x %X %G-W%V-%u", "é%d", "%", ""):
    print(moment.strftime(form), moment.replace(tzinfo=zone).strftime(form), moment.date().strftime(form), sep=" / ")
print(f"{moment:%d.%m.}", moment.strftime(format="%H"), shown(moment.strftime, 5), moment.timetuple()[:], sep=" / ")
point = time.gmtime(86400 * 400)
print(point, point.tm_zone, point.tm_gmtoff, time.strftime("%Y %j %w", point), time.asctime(point))
print(time.strftime("%d %m", (2024, 0, 0, 0, 0, 0, 0, 0, 0)), shown(time.strftime, "%d", (1, 2)), shown(time.strftime, "%d", 5))
print(shown(time.strftime, "%d", (2024, 13, 1, 0, 0, 0, 0, 1, 0)), shown(time.struct_time, (1, 2)), shown(time.struct_time, 5))
print(time.struct_time(range(11)).tm_gmtoff, shown(time.struct_time, range(12)), os.stat_result(range(10)).st_mtime)
print(types.SimpleNamespace(a=1), types.SimpleNamespace({"b": 2}, a=1), shown(types.SimpleNamespace, {1: 2}))
status = os.stat(os.sep)
print(status.st_mtime == status.st_mtime_ns / 1e9, int(status.st_atime) == status[7], status.st_size == status[6])

# Streams, with a subclass and attributes in between.
memory = io.BytesIO(b"one\ntwo\nthree")
print(next(memory), memory.read(2), memory.readline(), memory.tell(), list(memory), memory.write(b"!"), memory.getvalue())
memory.seek(4)
memory.write(b"TWO")
print(memory.getvalue(), memory.seek(30), memory.write(b"end"), memory.getvalue()[-5:], memory.read())


class Loud(io.StringIO):
    def readline(self, size=-1):
        return super().readline(size).upper()


plain, loud = io.StringIO("a\nb\n"), Loud("a\nb\n")
print([line for line in plain], [line for line in loud])
Loud.readline = io.StringIO.readline
print([line for line in Loud("a\nb\n")], shown(io.StringIO("a").close))
wrapped = io.TextIOWrapper(io.BytesIO(b"x\ny\n"), encoding="utf-8")
wrapped.extra = 1
print([line for line in wrapped], wrapped.extra, wrapped.close(), shown(next, wrapped))
