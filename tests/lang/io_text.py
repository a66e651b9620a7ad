import io


def attempt(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


def text(data, **kwargs):
    return io.TextIOWrapper(io.BytesIO(data), **kwargs)


w = text("h\u00e4llo\nw\u00f6rld\n".encode(), encoding="utf-8")
print(repr(w))
attempt(w.read, 2)
attempt(w.tell)
attempt(w.readline)
attempt(w.tell)
attempt(w.seek, 3)
attempt(w.read, 3)
attempt(w.seek, 1)
attempt(w.readline)
attempt(next, w)
attempt(w.tell)
attempt(next, w, "over")
attempt(w.tell)
attempt(w.seek, 1, 1)
attempt(w.seek, 1, 2)
attempt(w.seek, 0, 2)
attempt(w.seek, 0, 5)
attempt(w.seek, -1)
attempt(w.write, 3)
attempt(w.writelines, ["x", "y"])
attempt(w.flush)
attempt(w.buffer.getvalue)
attempt(w.truncate, 4)
attempt(w.buffer.getvalue)
w.detach()
attempt(w.read)
attempt(w.flush)

for newline in None, "", "\n", "\r", "\r\n":
    w = text(b"a\r\nb\rc\nd", encoding="ascii", newline=newline)
    print(repr(newline), list(w), w.newlines)
    w = text(b"a\r\nb\rc\nd", encoding="ascii", newline=newline)
    print(repr(w.readline(1)), w.tell(), repr(w.read(2)), w.tell(), repr(w.readline()), w.readlines())
    w = text(b"", encoding="ascii", newline=newline)
    print(w.write("x\ny\r\n"), w.flush(), w.buffer.getvalue())
attempt(text, b"", newline="x")
attempt(text, b"", encoding="no-such")

bad = b"ok\xffok\n\xe4\xf6"
for errors in "strict", "ignore", "replace", "surrogateescape", "backslashreplace":
    attempt(text(bad, encoding="utf-8", errors=errors).read)
attempt(text(bad, encoding="latin-1").readlines)
attempt(text(bad, encoding="ascii", errors="replace").read)

for encoding in "utf-16", "utf-16-be", "utf-8-sig", "utf-32":
    w = text(b"", encoding=encoding)
    w.write("a\u00e4")
    w.write("\u20ac\n")
    w.flush()
    print(w.buffer.getvalue())
    w.seek(0)
    print(ascii(w.read()))

w = text(b"", encoding="ascii", errors="replace", line_buffering=True, newline="\r\n")
w.write("a\u00e4")
print(w.buffer.getvalue())
w.write("\n")
print(w.buffer.getvalue(), w.encoding, w.errors, w.line_buffering, w.write_through)
w = text(b"", encoding="ascii")
attempt(w.write, "\u00e4")
w.reconfigure(encoding="utf-8", write_through=True)
attempt(w.write, "\u00e4")
attempt(w.buffer.getvalue)

long = "line \u00fc\n" * 400
w = text(long.encode(), encoding="utf-8")
lines = w.readlines()
print(len(lines), lines[-1], "".join(lines) == long)
w.seek(0)
print(w.read(1500)[-5:], w.tell())
at = w.tell()
line = w.readline()
w.read(900)
w.seek(at)
print(w.readline() == line, w.closed)
w.close()
print(w.closed)
attempt(w.read)
attempt(w.write, "x")
attempt(w.__enter__)
