import io
import sys

print(sys.stdin.readline(), sys.stdin.readline(3), repr(sys.stdin.read(4)), repr(input("prompt> ")))
print(sys.stdin.readable(), sys.stdin.writable(), sys.stdin.fileno(), sys.stdin.name, sys.stdin.mode)
print(isinstance(sys.stdin, io.TextIOBase), sys.stdout, sys.stdout.fileno(), sys.stderr.fileno())
for line in sys.stdin:
    print(repr(line))
    if line.startswith("fifth"):
        break
print(repr(sys.stdin.read()), repr(sys.stdin.read()), repr(sys.stdin.readline()), sys.stdin.readlines())
try:
    input()
except EOFError as e:
    print("EOFError", e)
for f in sys.stdout.read, sys.stdout.readline, sys.stdin.write:
    try:
        f("x") if f == sys.stdin.write else f()
    except io.UnsupportedOperation as e:
        print("UnsupportedOperation", e)
kept = sys.stdout
sys.stdout = io.StringIO()
print("captured", end="!")
text = sys.stdout.getvalue()
sys.stdout = kept
print(repr(text))
sys.stdin = io.StringIO("one\ntwo")
print(input("? "), input())
try:
    input()
except EOFError as e:
    print("EOFError", e)
sys.stdin = sys.__stdin__
sys.stdout.writelines(["a", "b\n"])
sys.stdout.flush()
sys.stdout.buffer.write(b"bytes\n")
sys.stdout.buffer.flush()
print("to stderr", file=sys.stderr)
sys.stderr.write("\u00e4 \ud800\n")
with open(1, "w", closefd=False) as f:
    f.write("by number\n")
print("done", flush=True)
