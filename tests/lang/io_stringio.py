import io


def attempt(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


s = io.StringIO("one\r\ntwo\rthree\n")
attempt(s.read, 2)
attempt(s.tell)
attempt(s.readline)
attempt(s.readlines)
attempt(s.seek, 0)
for line in s:
    print(repr(line))
attempt(s.write, 3)
attempt(s.write, "four")
attempt(s.getvalue)
attempt(s.seek, -1)
attempt(s.seek, 1, 1)
attempt(s.seek, 0, 2)
attempt(s.seek, 0, 9)
attempt(s.truncate, -1)
attempt(s.truncate, 5)
attempt(s.getvalue)
attempt(s.seek, 8)
attempt(s.write, "z")
attempt(s.getvalue)
attempt(s.fileno)
attempt(s.detach)
print(s.isatty(), s.readable(), s.writable(), s.seekable(), s.closed, s.encoding, s.errors, s.line_buffering)
s.close()
for f in s.read, s.getvalue, s.tell, s.readable, s.__enter__, s.truncate:
    attempt(f)
attempt(s.write, "")
attempt(next, s)
print(s.closed)

for newline in None, "", "\n", "\r", "\r\n":
    s = io.StringIO("a\r\nb\rc\n", newline)
    s.seek(0, 2)
    n = s.write("x\r\ny\n")
    print(repr(newline), n, repr(s.getvalue()), s.newlines)
    s.seek(0)
    print(s.readlines())
attempt(io.StringIO, 3)
attempt(io.StringIO, newline="x")

with io.StringIO() as out:
    print("to", "memory", file=out)
    print("more", end="", file=out)
    out.seek(3)
    out.write("MEMORIES!")
    text = out.getvalue()
print(text, out.closed)


class Upper(io.StringIO):
    def write(self, text):
        return super().write(text.upper())


u = Upper()
print("shout", file=u)
u.writelines(["a", "b"])
print(u.getvalue(), isinstance(u, io.TextIOBase), isinstance(u, io.IOBase))


class Counter(io.TextIOBase):
    def __init__(self):
        self.count = 0

    def write(self, text):
        self.count += len(text)
        return len(text)


c = Counter()
print("12345", file=c)
print(c.count, c.closed, c.readable())
attempt(c.read)
attempt(c.fileno)
with c:
    pass
print(c.closed)
