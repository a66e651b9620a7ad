"""Streams over other streams than files: lines come as fast, and closing below is noticed."""
import io


class Numbers(io.RawIOBase):
    """A raw stream of lines with numbers."""

    def __init__(self, count):
        self.left = [b"%d\n" % i for i in range(count)]

    def readable(self):
        return True

    def writable(self):
        return True

    def readinto(self, target):
        data = b"".join(self.left[:2])
        del self.left[:2]
        target[:len(data)] = data
        return len(data)

    def write(self, data):
        self.left.append(bytes(data))
        return len(data)


def attempt(what, *args):
    try:
        return what(*args)
    except (ValueError, OSError) as exc:
        return f"{type(exc).__name__}: {exc}"


def lines(make, raw):
    stream = make(raw)
    first = stream.readline()
    rest = [line for line in stream]
    print(make.__name__, type(raw).__name__, repr(first), len(rest), rest[-1:])


def closed_below(make, raw):
    stream = make(raw)
    print(repr(stream.readline()), stream.closed, end=" ")
    raw.close()
    print(stream.closed, attempt(stream.readline), "|", attempt(stream.__next__), "|", attempt(stream.read, 2))


def text(raw):
    return io.TextIOWrapper(raw, "utf-8")


def text_over_buffer(raw):
    return io.TextIOWrapper(io.BufferedReader(raw), "utf-8")


data = "".join(f"line {i} é\n" for i in range(40)).encode()
for make in (io.BufferedReader, text, text_over_buffer):
    lines(make, io.BytesIO(data))
    closed_below(make, io.BytesIO(data))
for make in (io.BufferedReader, text_over_buffer):
    lines(make, Numbers(9))
    closed_below(make, Numbers(9))

for raw in (io.BytesIO(b"12\n3"), Numbers(3)):
    stream = io.BufferedReader(raw)
    print(stream.read(1), end=" ")
    stream.close()
    print(*(attempt(getattr(stream, name)) for name in ("peek", "read1", "read", "readline", "tell")), sep=" | ")

target = io.BytesIO()
out = io.BufferedWriter(target)
print(out.write(b"one\n"), out.write(b"two\n"), target.getvalue())
out.flush()
print(target.getvalue())
target.close()
print(attempt(out.write, b"three\n"), "|", attempt(out.flush))

target = io.BytesIO()
out = io.TextIOWrapper(target, "utf-8", newline="\n")
print(out.write("é\n"), target.getvalue())
out.flush()
print(target.getvalue())
target.close()
print(attempt(out.write, "x"), "|", attempt(out.flush))

numbers = Numbers(0)
out = io.TextIOWrapper(io.BufferedWriter(numbers), "utf-8", newline="\n")
out.write("a\n")
out.write("b\n")
out.flush()
print(numbers.left)

# Methods of immediates at one place of a program.
for value in (5, 2.5, True, 7, 2.0, False, 1 << 70):
    print(value.is_integer(), value.conjugate(), value.__str__(), end="; ")
print()

# Bits of long ints, and shifts by whole bytes and parts of them.
a, b = 7 ** 90, 3 ** 70
for x, y in ((a, b), (b, a), (a, 255), (-a, b), (a, -b), (a, 0), (a, True)):
    print(x & y, x | y, x ^ y)
for n in (0, 1, 7, 8, 63, 64, 65, 250, 252, 253, 254, 1000, 600_000):
    print(hash(a << n), a >> n, -a >> n, ((a << n) >> n) == a)
print(attempt(a.__lshift__, -1), "|", attempt(a.__rshift__, -1), a >> a, a >> (1 << 80))
