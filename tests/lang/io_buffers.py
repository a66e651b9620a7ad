# Reading into memory that is there already, and the memory of a BytesIO.
import io

f = io.BytesIO(b"abcdefghij")
room = bytearray(6)
print(f.readinto(room), room)
with memoryview(room) as view:
    print(f.readinto(view[2:4]), room, f.readinto(view[1:]), room)
try:
    f.readinto(b"abc")
except TypeError as e:
    print(e)
try:
    f.readinto(memoryview(b"abc"))
except TypeError as e:
    print(type(e).__name__)
words = memoryview(bytearray(8)).cast("h")
f.seek(0)
print(f.readinto(words), words.tolist())

with f.getbuffer() as view:
    view[0] = 65
    view[1:3] = b"BC"
    print(len(view), view[:4].tobytes())
    try:
        f.seek(0, 2)
        f.write(b"more")
    except BufferError as e:
        print(e)
    try:
        f.close()
    except BufferError as e:
        print(e)
print(f.getvalue())
f.seek(0, 2)
f.write(memoryview(b"the end")[::1])
print(f.getvalue())
print(io.BytesIO(memoryview(b"xyz")[1:]).read())

class Slow(io.RawIOBase):
    def readable(self):
        return True
    def readinto(self, b):
        b[:2] = b"zz"
        return 2

print(Slow().read(4), io.BufferedReader(Slow()).read(3))
