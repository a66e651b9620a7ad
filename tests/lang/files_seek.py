"""Positions in files, lines that were read ahead, and other short ways through the library."""
import collections
import datetime
import io
import os
import pathlib
import posixpath
import tempfile


def failing(function, *args):
    try:
        print(function(*args))
    except (OSError, ValueError, TypeError) as error:
        print(type(error).__name__, error)


path = tempfile.mktemp()
with open(path, "w") as file:
    file.write("hello world\n" * 3 + "tail")
file = open(path)
print(len(file.readlines()), file.tell(), file.seek(0))
lines = file.readlines()
print(lines[0], lines[-1], len(lines), file.seek(12))
print(file.readline(), file.tell(), next(file))
failing(file.tell)
print(len(list(file)), file.tell())
file.close()

file = open(path, "rb")
print(file.read(5), file.tell(), file.seek(2), file.read(3), file.seek(3, 1), file.tell(), file.read(4))
print(file.seek(-4, 2), file.read(), file.tell(), file.seek(0), len(file.readlines()), file.tell())
print(file.seek(1000), file.read(), file.seek(5), file.read(1))
failing(file.seek, -1)
failing(file.seek, 0, 7)
file.close()
failing(file.seek, 0)
failing(file.tell)

file = open(path, "r+b")
print(file.read(5), file.seek(0), file.write(b"HELLO"), file.tell(), file.read(6), file.seek(0), file.readline())
print(file.tell(), file.seek(2, 1), file.readline(), file.readlines()[-1])
file.close()
os.remove(path)

for stream in io.StringIO("a\nb\nc"), io.BytesIO(b"a\nb\nc"), io.BufferedReader(io.BytesIO(b"a\nb\nc")):
    print(stream.readlines(), stream.tell(), stream.seek(2), stream.read(1), stream.tell(), stream.readlines())
stream = io.StringIO()
stream.write("x\ny\n\nz")
stream.seek(0)
print(stream.readlines(1), stream.readlines(), stream.readlines())


class Silent(io.StringIO):
    def readline(self):
        return ""


print(Silent("a\nb").readlines())

ordered = collections.OrderedDict.fromkeys(range(5))
ordered.move_to_end(3, last=False)
ordered.move_to_end(0)
print(list(ordered))
ordered.move_to_end(4, False)
del ordered[2]
ordered.move_to_end(1, False)
print(list(ordered), ordered[3])
ordered = collections.OrderedDict((str(i), i) for i in range(20))
ordered.move_to_end("9", False)
print(next(iter(ordered)), ordered["9"], ordered["19"], len(ordered), ordered.popitem(False), "9" in ordered)

Point = collections.namedtuple("Point", "x y z")
a, b, c = Point(1, 2, 3)
a, *b = Point(1, 2, 3)
print(a, b, c)
try:
    a, b = Point(1, 2, 3)
except ValueError as error:
    print(error)


class Letters(tuple):
    def __iter__(self):
        return iter("pq")


a, b = Letters((1, 2, 3))
print(a, b)

for path in ("", "/", "//", "///", "a/./b/../c", "/..", "../..", "a/..", "//a//b", "/a/../../b", "é/../x", b"/a/./b"):
    print(repr(posixpath.normpath(path)), posixpath.splitroot(path))
print(posixpath.normpath(pathlib.Path("/a/../b")))
failing(posixpath.normpath, 5)

for year in range(2004, 2008):
    print(*(tuple(datetime.date(year, *day).isocalendar()) for day in ((1, 1), (1, 3), (12, 31))))
print(datetime.datetime(2024, 1, 2).isocalendar(), datetime.date(2024, 1, 2).isocalendar().week)
print(type(datetime.date.today()), type(datetime.datetime.today()), type(datetime.datetime.now()))
print(datetime.datetime.fromtimestamp(-1.5, datetime.timezone.utc))
print(datetime.datetime.fromtimestamp(1e9 + 0.123456, datetime.timezone(datetime.timedelta(hours=2))))


class Moment(datetime.datetime):
    pass


print(type(Moment.now()), type(Moment.fromtimestamp(5)))
failing(datetime.datetime.now, 5)
