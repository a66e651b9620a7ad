import io


def attempt(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


b = io.BytesIO(b"abc\ndef\nghi")
attempt(b.read, 2)
attempt(b.readline)
attempt(b.readline, 2)
attempt(b.read)
attempt(b.read)
attempt(b.seek, 0)
attempt(list, b)
attempt(b.write, "x")
attempt(b.write, 3)
attempt(b.write, b"end")
attempt(b.getvalue)
attempt(b.seek, -1)
attempt(b.seek, -3, 2)
attempt(b.read1, 2)
attempt(b.seek, -100, 2)
attempt(b.seek, 0, 9)
attempt(b.truncate, -1)
attempt(b.truncate, 2)
attempt(b.tell)
attempt(b.seek, 5)
attempt(b.write, bytearray(b"z"))
attempt(b.getvalue)
buffer = bytearray(4)
attempt(b.seek, 0)
attempt(b.readinto, buffer)
print(buffer)
attempt(b.readinto, b"no")
attempt(b.fileno)
attempt(b.detach)
print(b.readable(), b.writable(), b.seekable(), b.closed, b.isatty())
b.close()
for f in b.read, b.getvalue, b.readable, b.tell, b.readline, b.isatty:
    attempt(f)
attempt(io.BytesIO, "x")
attempt(io.BytesIO, 3)
with io.BytesIO() as b:
    b.writelines([b"one", b"two"])
    b.seek(3)
    b.write(b"2")
    print(b.getvalue())


class Pieces(io.RawIOBase):
    """A raw stream that gives its data in pieces."""

    def __init__(self, *pieces):
        self.pieces = list(pieces)

    def readable(self):
        return True

    def readinto(self, buffer):
        if not self.pieces:
            return 0
        piece = self.pieces.pop(0)
        n = min(len(piece), len(buffer))
        buffer[:n] = piece[:n]
        if n < len(piece):
            self.pieces.insert(0, piece[n:])
        return n


def pieces():
    return Pieces(b"ab", b"c\nde", b"f\n", b"g")


attempt(pieces().read, 3)
attempt(pieces().readall)
attempt(pieces().read)
attempt(pieces().write, b"x")
r = io.BufferedReader(pieces())
print(r.peek(1), r.read(3), r.readline(), r.readline(3), r.read1(9), r.read(), r.read())
print(list(io.BufferedReader(pieces())))
t = io.TextIOWrapper(pieces(), encoding="ascii")
attempt(t.read)
t = io.TextIOWrapper(io.BufferedReader(pieces()), encoding="ascii")
print(t.readline(), t.read(2), list(t))
attempt(t.tell)


class Slow(io.RawIOBase):
    """Takes three bytes at a time."""

    def __init__(self):
        self.taken = []

    def writable(self):
        return True

    def write(self, data):
        self.taken.append(bytes(data[:3]))
        return len(data[:3])


slow = Slow()
w = io.BufferedWriter(slow, 4)
print(w.write(b"12"), slow.taken, w.write(b"3456789"), w.flush(), b"".join(slow.taken))
attempt(w.read)
attempt(w.write, "text")
w.close()
attempt(w.write, b"")
print(slow.closed)
attempt(io.BufferedReader, slow)
attempt(io.BufferedWriter, pieces())
attempt(io.BufferedReader, pieces(), 0)
