import os


def attempt(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except OSError as e:
        print(type(e).__name__, e, e.errno, repr(e.filename))


f = open("/dev/full", "w")
f.write("x")
attempt(f.flush)
attempt(f.close)
print(f.closed)
with open("/dev/full", "wb", buffering=0) as f:
    attempt(f.write, b"x")
try:
    with open("/dev/full", "w") as f:
        for i in range(3):
            f.write("line\n" * 100000)
except OSError as e:
    print(e, f.closed)
r, w = os.pipe()
os.close(r)
attempt(os.write, w, b"nobody reads")
os.close(w)
f = open("/dev/null", "w")
print(f.write("gone"), f.isatty(), f.close())
last = open("/dev/full", "w", encoding="utf-8")
last.write("x")
print("the end")
