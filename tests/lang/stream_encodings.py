"""Standard streams with other encodings and line ends, and what is written where none of them takes it."""
import sys

out = sys.stdout
print("Grüße", out.encoding)
out.reconfigure(encoding="ascii", errors="backslashreplace")
print("Grüße", out.encoding, out.errors)
print("one", "two", sep="€", end="|\n", flush=True)
print(out.write("€\n"), out.newlines, repr(out))
out.writelines(["é\n", "e\n"])
out.reconfigure(errors="xmlcharrefreplace")
print("Grüße", out.errors)
try:
    out.reconfigure(encoding="no such encoding")
except LookupError as e:
    print(e, out.encoding)
out.reconfigure(encoding="ascii")
try:
    print("ü")
except UnicodeEncodeError as e:
    print(e.reason, out.errors)
out.reconfigure(newline="\r\n")
print("two\nlines")
out.reconfigure(encoding="utf-8", newline="\n")
print("ü", out.encoding, out.errors)


class Kept:
    def __init__(self):
        self.lines = []

    def write(self, text):
        self.lines.append(text)

    def flush(self):
        print("".join(self.lines).splitlines()[-1])


# Nothing of this comes to the real stream.
sys.stderr = Kept()
raise LookupError("seen by what stands for stderr")
