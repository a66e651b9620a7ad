# Streams that cannot take or give all at once, and what is wrong with their arguments.
import copy
import io
import pickle


class Slow(io.RawIOBase):
    """Takes a few bytes at a time, then none for a while."""

    def __init__(self, steps):
        self.steps, self.written = list(steps), b""

    def writable(self):
        return True

    def write(self, data):
        n = self.steps.pop(0) if self.steps else len(data)
        if n is not None:
            self.written += bytes(data[:n])
        return n


raw = Slow([2, None, None])
stream = io.BufferedWriter(raw, 4)
print(stream.write(b"abc"), stream.write(b"def"), raw.written)
try:
    stream.write(b"ghijkl")
except BlockingIOError as e:
    print(e.args[1:], e.characters_written, raw.written)
stream.flush()
print(raw.written)


class Device(io.RawIOBase):
    def __init__(self, counts):
        self.counts = list(counts)

    def readable(self):
        return True

    def readinto(self, buffer):
        n = self.counts.pop(0)
        if n == 2:
            buffer[:2] = b"xy"
        return n


print(io.BufferedReader(Device([2, None])).read(5), io.BufferedReader(Device([None])).read1(3))
for count in (-1, 10 ** 9, b""):
    try:
        io.BufferedReader(Device([count]), 16).readline()
    except OSError as e:
        print(e, repr(e.__cause__)[:9])

# The decoder of such an encoding has a state from piece to piece, and a position carries it.
text = "".join(map(chr, range(0x4E00, 0x4E0B))) + "\n"
for encoding in ("gbk", "utf-7"):
    data = (text * 2).encode(encoding)
    stream = io.TextIOWrapper(io.BytesIO(data), encoding)
    stream._CHUNK_SIZE = 7
    first = stream.readline()
    at = stream.tell()
    rest = stream.read()
    stream.seek(at)
    print(encoding, first == rest == stream.read() == text)

stream = io.TextIOWrapper(io.BytesIO(), "ascii")
stream.write("a")
stream.reconfigure(encoding="utf-8-sig")
stream.write("é")
stream.flush()
print(stream.buffer.getvalue(), stream._CHUNK_SIZE)
stream.detach()
wrong = [lambda: stream.read(), lambda: io.TextIOWrapper.__new__(io.TextIOWrapper).read(),
         lambda: io.BufferedReader.__new__(io.BufferedReader).read(), lambda: pickle.dumps(io.BufferedWriter(Slow([]))),
         lambda: io.TextIOWrapper(io.BytesIO(), "rot13"), lambda: io.TextIOWrapper(io.BytesIO(), "utf-8\0"),
         lambda: io.TextIOWrapper(io.BytesIO(), errors=1), lambda: io.BufferedReader(io.BytesIO(), 0),
         lambda: io.BufferedReader(io.BytesIO()).writable(), lambda: open(copy)]
for call in wrong:
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)

for made in (io.BytesIO(b"bytes"), io.StringIO("a\r\nb", newline="")):
    made.read(2)
    made.note = 1
    again = copy.copy(made)
    print(again.getvalue(), again.tell(), again.note)

decoder = io.IncrementalNewlineDecoder(None, True)
print(repr(decoder.decode("a\r")), decoder.getstate(), repr(decoder.decode("\nb")), decoder.newlines)
