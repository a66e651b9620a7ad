import os


def attempt(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


with open("data", "wb") as f:
    print(f.write(bytes(range(256)) * 3), f.tell(), f.seek(5), f.write(b"XYZ"), f)
    attempt(f.read)
    attempt(f.write, "text")
with open("data", "rb") as f:
    print(f.read(10), f.seek(-4, 2), f.read(), f.read(1), f.seek(0), len(f.readline()), f.tell(), f.read1(2), f.name)
    print(f.peek(1)[:1], f.tell(), len(f.readlines()), f)
    attempt(f.write, b"x")
    buffer = bytearray(5)
    print(f.seek(2), f.readinto(buffer), buffer)
with open("data", "r+b") as f:
    print(f.read(3), f.write(b"!!"), f.read(3), f.tell(), f.seek(0), f.read(12), f.truncate(20), f.seek(0, 2), f)
with open("data", "ab") as f:
    print(f.tell(), f.write(b"end"), f.tell())
with open("data", "rb", buffering=0) as f:
    print(f.read(5), f.tell(), f.readall(), f.readline(), f.seek(1), f.readline(4), f)
    attempt(f.write, b"x")
with open("data", "w+b", buffering=0) as f:
    print(f.write(b"raw\nraw"), f.seek(0), list(f), f.truncate(2), f.seek(0), f.read(), f.mode)
fd = os.open("low", os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
print(os.write(fd, b"abcdef"), os.lseek(fd, 2, os.SEEK_SET), os.read(fd, 2), os.fstat(fd).st_size)
print(os.ftruncate(fd, 3), os.lseek(fd, 0, 2), os.isatty(fd), os.close(fd))
attempt(os.read, fd, 1)
attempt(os.close, fd)
attempt(os.read, 3, -1)
attempt(os.write, 3, "x")
r, w = os.pipe()
print(os.write(w, b"through"), os.close(w), os.read(r, 4), os.read(r, 10), os.read(r, 10), os.close(r))
with open(os.open("low", os.O_RDONLY)) as f:
    print(f.read(), f.name == f.fileno())
with os.fdopen(os.open("low", os.O_WRONLY | os.O_APPEND), "a") as f:
    f.write("more")
print(open("low", "rb").read())
os.remove("data")
os.remove("low")
