"""A shared map of a file shows what others write: another map, a descriptor, a file of the same name; also in the
middle of what was read before."""

import mmap
import os
import struct
import tempfile

handle, path = tempfile.mkstemp()
os.write(handle, bytes(range(256)) * 272)
first = mmap.mmap(handle, 0)
second = mmap.mmap(handle, 0, access=mmap.ACCESS_READ)

# Forwards, backwards, and jumping about.
print(sum(map(first.__getitem__, range(5000))), sum(map(second.__getitem__, range(5000, 0, -7))))
places = [n * 7919 * 7919 % len(first) for n in range(500)]
print(bytes(map(first.__getitem__, places)).hex()[:200], first[-1], first[-len(first)], len(second))

# Written through the map itself, where it was read, across its borders and behind it.
for i in range(100, 170, 3):
    first[i] = first[i] ^ 0x55
print(first[98:110], second[98:110])
first[1000:1300] = b"z" * 300
print(first[999], first[1000], first[1299], first[1300], second.find(b"zz"), second.rfind(b"zz"))

# Written through the other map's file, and by name.
print(first[10])
os.pwrite(handle, b"\xfe", 10)
print(first[10], second[10])
with open(path, "r+b") as file:
    file.seek(11)
    file.write(b"\xfd\xfc")
print(first[10:14], second[11])

# Views, over the same and over several maps.
one, two = memoryview(first), memoryview(second)
print(one[40], two[40], struct.unpack_from("<HI", first, 40))
one[40:44] = b"view"
print(bytes(two[38:46]), first[40], second[40:44])
os.pwrite(handle, b"V", 40)
print(chr(one[40]), chr(two[40]), bytes(two[38:46]))
first[41] = ord("I")
print(bytes(one[40:44]), bytes(two[40:44]))
print(sum(one[:9000]), sum(two[:9000:3]))
one.release()
two.release()

# Lines and words.
os.pwrite(handle, b"one\ntwo\n" + b"x" * 3000 + b"\nfour\n", 0)
first.seek(0)
print([len(line) for line in iter(first.readline, b"")][:6], first.tell())
first.seek(2)
print(first.read(4), first.read_byte(), first.tell())
first.write(b"TWO")
print(first[:12], second[:12])

# Shorter and longer.
first.resize(4096)
print(len(first), first[4095], first.find(b"four"))
first.resize(8192)
print(len(first), first[4096], first[8191])
try:
    first[8192]
except IndexError as error:
    print(error)
first.close()
second.close()
os.close(handle)
os.remove(path)
