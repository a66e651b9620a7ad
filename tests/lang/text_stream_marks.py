# Marks of byte orders in streams that cannot seek: only that of UTF-8 is written.
import io


class Pipe(io.BytesIO):
    def seekable(self):
        return False


def show(name, encoding, *steps):
    """Writes texts, each with a flush, and reconfigures the stream in between."""
    raw = Pipe()
    stream = io.TextIOWrapper(raw, encoding=encoding, newline="\n")
    for step in steps:
        if isinstance(step, dict):
            stream.reconfigure(**step)
        else:
            stream.write(step)
            stream.flush()
    print(name, raw.getvalue())


for name in "utf-8-sig", "utf-16", "utf-32", "utf-16-le":
    later = {"encoding": name}
    show(name, name, "ab", "c")
    show(name, "ascii", "x", later, "y", "z")
    show(name, "ascii", later, "y", {"errors": "replace"}, "z")
