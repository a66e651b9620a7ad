"""Edges of `sys`: exits, hooks without a stream, classes that make no instances, exceptions of threads."""
import io
import sys

for status in (None, 3, (42,), (1, 2), "text", ()):
    try:
        sys.exit(status)
    except SystemExit as e:
        print(repr(e), e.args, e.code)
for one in (sys.version_info, sys.flags):
    try:
        type(one)(one)
    except TypeError as e:
        print(e)
print(type(sys.version_info).__name__, sys.version_info[:1], sys.version_info >= (3,))
out = sys.stdout
del sys.stdout
try:
    sys.displayhook(3)
except RuntimeError as e:
    sys.stdout = out
    print(e)
err = sys.stderr
sys.stderr = io.StringIO()
sys.excepthook(1, "1", 1)
print("TypeError: print_exception(): Exception expected for value, str found" in sys.stderr.getvalue())
sys.stderr = err


def current():
    return [type(e).__name__ for e in sys._current_exceptions().values()]


print(current())
try:
    1 / 0
except ZeroDivisionError:
    print(current())
