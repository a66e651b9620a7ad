"""Modes of files, numbers of descriptors, and reading into buffers and ahead."""
import io
import os

with open("data", "wb") as file:
    print(file.write(b"first line\nsecond\n\nlast"), file.mode, file.writable(), file.readable(), file.seekable())
for mode in ("r", "rb", "rt", "r+", "rb+", "r+b", "+rb", "br", "tr"):
    with open("data", mode) as file:
        print(mode, file.mode, type(file).__name__, file.readable(), file.writable(), repr(file.readline()), file.closed)
    print(file.closed)
for mode in ("", "rw", "rbt", "z", "rr", "r++", "b", "U", "wa", "+"):
    try:
        open("data", mode)
    except ValueError as error:
        print(error)
with open("data", "rb") as file:
    room = bytearray(6)
    print(file.readinto(room), room, file.peek()[:5], file.peek(2)[:5], file.tell(), file.readinto(room), room)
    print(file.readinto(memoryview(room)[2:4]), room, file.readinto(bytearray()), file.seek(-4, 2), file.readinto(room), room)
    print(file.readinto(room), file.peek(), file.read(), file.seek(0), file.peek(1)[:3], file.readline())
    try:
        file.readinto(b"abc")
    except TypeError as error:
        print(type(error).__name__)
for attempt in (lambda: file.peek(), lambda: file.readinto(room), lambda: file.read()):
    try:
        attempt()
    except ValueError as error:
        print(error)
with open("data", "r+b") as file:
    print(file.peek()[:3], file.write(b"FIRST"), file.readinto(room), room, file.seek(0), file.read(10))
stream = io.BytesIO(b"abcdef")
print(stream.readinto(room[:2]), stream.tell(), stream.readinto(room), room, stream.readinto(room), room, stream.seek(9),
      stream.readinto(room))
numbers = [os.open("data", os.O_RDONLY) for _ in range(5)]
first = numbers[0]
os.close(numbers[3])
os.close(numbers[1])
again = [os.open("data", os.O_RDONLY) for _ in range(3)]
print(again[:2] == [numbers[1], numbers[3]], again[2] > numbers[4], numbers == sorted(numbers))
os.close(numbers[2])
print(os.dup(first) == numbers[2], os.dup(first) > again[2])
os.close(numbers[1])
reader, writer = os.pipe()
print(reader == numbers[1], writer > again[2])
status = os.stat("data")
print(status.st_size, status[6], status[8] == int(status.st_mtime), len(status),
      os.fstat(reader).st_size, status == os.stat(first), status.st_blksize > 0)
print([len(line) for line in open("data")], [line for line in open("data", "rb")], open("data").read(3))
