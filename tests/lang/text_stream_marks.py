# Marks of byte orders in streams that cannot seek: only that of UTF-8 is written.
import io


class Pipe(io.BytesIO):
    def seekable(self):
        return False


for enc in "utf-8-sig", "utf-16", "utf-32", "utf-16-le":
    raw = Pipe()
    t = io.TextIOWrapper(raw, encoding=enc, newline="\n")
    t.write("ab")
    t.flush()
    t.write("c")
    t.flush()
    print(enc, raw.getvalue())
    raw = Pipe()
    t = io.TextIOWrapper(raw, encoding="ascii", newline="\n")
    t.write("x")
    t.reconfigure(encoding=enc)
    t.write("y")
    t.flush()
    t.write("z")
    t.flush()
    print(enc, raw.getvalue())
    raw = Pipe()
    t = io.TextIOWrapper(raw, encoding="ascii", newline="\n")
    t.reconfigure(encoding=enc)
    t.write("y")
    t.flush()
    t.reconfigure(errors="replace")
    t.write("z")
    t.flush()
    print(enc, raw.getvalue())
