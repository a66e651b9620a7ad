"""Streams of text: lines, positions and sizes where characters are wider than a byte, and every kind of line end."""
import csv
import io
import os
import tempfile

folder = tempfile.mkdtemp()
path = os.path.join(folder, "text")


def written(data, **options):
    with open(path, "wb") as file:
        file.write(data)
    return open(path, **options)


MIXED = "erste Zeile\nzwëite Zeile\r\ndritte 😀\rvierte\n\nletzte öhne Ende"

for newline in (None, "", "\n", "\r", "\r\n"):
    for encoding in ("utf-8", "utf-16", "utf-8-sig"):
        data = MIXED.encode(encoding)
        with written(data, encoding=encoding, newline=newline) as file:
            print(repr(newline), encoding, list(file), file.newlines)
    with written(MIXED.encode("utf-8"), encoding="utf-8", newline=newline) as file:
        print([file.readline() for _ in range(8)])
    with written(MIXED.encode("utf-8"), encoding="utf-8", newline=newline) as file:
        print([file.readline(5) for _ in range(9)], file.read(3), file.readlines())
    stream = io.StringIO(MIXED, newline=newline)
    print(list(stream), stream.newlines)
    stream.seek(13)
    print(stream.readline(), stream.tell(), stream.readline(4), stream.tell(), stream.readlines())
    with open(path, "w", encoding="utf-8", newline=newline) as file:
        print(file.write("eins\nzwëi\n"), file.write("😀\n"), file.tell())
    with open(path, "rb") as file:
        print(file.read())

# Positions in the middle of chunks, and what is left of a chunk when the next one is read.
LONG = "".join([f"Zeile {i} über {'ä' * (i % 7 * 60)}\r\n" for i in range(64)])
for errors in ("strict", "replace", "ignore", "surrogateescape"):
    with written(LONG.encode("utf-8"), encoding="utf-8", errors=errors) as file:
        lines = list(iter(file.readline, ""))
        print(errors, len(lines), file.tell())
        file.seek(0)
        for step in (1, 20, 3, 11):
            lines = list(map(file.readline, [-1] * step))
            place = file.tell()
            print(step, lines[-1][:12], place, file.readline()[:12], file.seek(place), file.readline()[:12], file.read(7))
with written(b"gut\nschl\xffecht\nund\xfe\n" * 700, encoding="utf-8", errors="ignore") as file:
    lines = list(map(file.readline, [-1] * 1500))
    print(len(set(lines)), file.tell())
with written(b"gut\nschl\xffecht\nund\xfe\n" * 700, encoding="utf-8", errors="replace") as file:
    lines = list(map(file.readline, [-1] * 1500))
    print(sorted(set(lines)), file.tell())
with written(b"gut\nschl\xffecht\n", encoding="utf-8") as file:
    try:
        print(list(file))
    except UnicodeDecodeError as error:
        print(error)
with written(LONG.encode("utf-8"), encoding="utf-8") as file:
    print(file.read(10), file.read(6000)[-12:], file.readline(), next(file), len(file.readlines(100)), len(file.read()))
with open(path, "w", encoding="utf-8") as file:
    try:
        file.write("gut")
        file.write("\ud800")
    except UnicodeEncodeError as error:
        print(error)
with open(path, "w", encoding="latin-1") as file:
    print(file.write("ÄÖ"), file.write("x"))
    try:
        file.write("€")
    except UnicodeEncodeError as error:
        print(error)
with open(path, "rb") as file:
    print(file.read())

# Records of CSV, from streams and other iterators.
ROWS = 'a,ä,"x\ny"\n1,2,3\n"q ""z"" ö",,\n\nlast'
for source in (io.StringIO(ROWS), ROWS.splitlines(True), iter(ROWS.splitlines(True)), (l for l in ROWS.splitlines(True))):
    reader = csv.reader(source)
    print([(reader.line_num, row) for row in reader], reader.line_num)
with written(ROWS.encode("utf-8"), encoding="utf-8", newline="") as file:
    reader = csv.reader(file, quoting=csv.QUOTE_NONNUMERIC)
    try:
        print(next(reader))
    except ValueError as error:
        print(error, reader.line_num)
for wrong in ([["x"]], [b"x"], ["a\rb,c"], [None], ['"x', "y"]):
    reader = csv.reader(wrong, strict=True)
    try:
        print(list(reader))
    except csv.Error as error:
        print(error, reader.line_num)
reader = csv.reader(["a,b", "c"])
print(next(reader), next(reader), next(reader, None), next(reader, None), reader.line_num)


class Shouting(io.StringIO):
    def readline(self, *size):
        return super().readline(*size).upper()


print(list(Shouting("äb\ncd\n")), list(csv.reader(Shouting("äb,c\ncd\n"))))
os.remove(path)
os.rmdir(folder)
