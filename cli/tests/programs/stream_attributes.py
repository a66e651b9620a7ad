"""Streams that a program gives attributes, in place of their methods, too."""
import io
import os
import sys
import tempfile

real = sys.stdout.write
sys.stdout.write = lambda text: real(text.upper())
print("shouted", 1)
sys.stdout.write("directly\n")
del sys.stdout.write
print("as before")
sys.stderr.seen = 5
print(sys.stderr.seen, sys.stderr.__dict__["seen"], hasattr(sys.stdout, "seen"))
del sys.stderr.seen
for change in (lambda: delattr(sys.stdout, "nothing"), lambda: sys.stdout.nothing, lambda: sys.stdout.write.nothing):
    try:
        change()
    except AttributeError as e:
        print(type(e).__name__, "nothing" in str(e))

path = os.path.join(tempfile.mkdtemp(), "shouted")
file = open(path, "w")
plain = file.write
file.write = lambda text: plain(text.upper())
print("to a file", 2, file=file)
file.close()
print(open(path).read(), end="")

memory = io.StringIO()
kept = memory.write
memory.write = lambda text: kept("<" + text + ">")
print("a", "b", file=memory)
print(repr(memory.getvalue()))
