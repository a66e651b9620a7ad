"""Positions in streams in memory, with reading and writing between."""
import io

text = io.StringIO("größe\nzwei\n")
print(text.tell(), text.read(3), text.tell(), repr(text.read(0)), text.readline(), text.tell(), repr(text.read()),
      repr(text.read()))
print(text.seek(2), text.read(2), text.write("!!"), text.getvalue(), text.tell())
print(text.seek(0, 2), text.write("more"), text.write(" and more"), repr(text.getvalue()), text.read(), text.tell())
print(text.seek(100), repr(text.read()), text.tell(), text.write("x"), len(text.getvalue()), repr(text.getvalue()[-3:]))
print(text.seek(3), text.truncate(), text.getvalue(), text.tell(), text.truncate(1), text.getvalue(), repr(text.read()))
for attempt in (lambda: text.seek(-1), lambda: text.seek(1, 1), lambda: text.seek(0, 3), lambda: text.seek("a"),
                lambda: text.seek(1.5), lambda: text.read("a"), lambda: text.seek(True), lambda: text.seek(1 << 70)):
    try:
        print(attempt())
    except (ValueError, OSError, TypeError, OverflowError) as error:
        print(type(error).__name__)
print(text.readable(), text.read(None) is not None, text.seek(0), text.read(-5))

octets = io.BytesIO(b"abcdef")
print(octets.tell(), octets.read(2), octets.seek(-2, 2), octets.read(), octets.getvalue(), octets.seek(2, 1), octets.tell())
print(octets.read(), octets.write(b"xy"), octets.getvalue(), octets.seek(1), octets.write(b"__"), octets.getvalue())
view = octets.getbuffer()
view[0] = 65
print(octets.getvalue(), octets.seek(0), octets.read(3))
try:
    octets.write(b"longer than the buffer is")
except BufferError as error:
    print(error)
view.release()
for attempt in (lambda: octets.seek(-1), lambda: octets.seek(0, 3), lambda: octets.seek("a"), lambda: octets.seek(True)):
    try:
        print(attempt())
    except (ValueError, TypeError) as error:
        print(type(error).__name__)
for stream in (text, octets):
    stream.close()
    for attempt in (stream.getvalue, stream.tell, lambda: stream.seek(0), stream.read, stream.readline):
        try:
            attempt()
        except ValueError as error:
            print(error)


class Counting(io.StringIO):
    reads = 0

    def read(self, size=-1):
        self.reads += 1
        return super().read(size)

    def seek(self, *place):
        print("seek", place)
        return super().seek(*place)


counting = Counting("abc")
counting.note = 5
print(counting.read(1), counting.seek(0), counting.read(), counting.reads, counting.tell(), counting.getvalue(), counting.note)
for newline in (None, "", "\n", "\r", "\r\n"):
    stream = io.StringIO("a\nb\r\nc\rd", newline)
    stream.write("\n")
    print(repr(newline), repr(stream.getvalue()), stream.tell(), stream.seek(0), repr(stream.read(4)), stream.readlines())
