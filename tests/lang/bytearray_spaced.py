"""Slices with a step of a bytearray: near and far apart, backwards, behind a removed front, again and again."""

b = bytearray(range(256)) * 8
fill = bytes(range(256)) * 9
for step in (2, 3, 7, 16, 63, 64, 65, 100, 700, 5000):
    count = len(range(5, len(b), step))
    b[5::step] = fill[step % 256 :][:count]
    print(step, count, sum(b), b[5], b[-1])
for step in (-1, -3, -64, -100, -4000):
    count = len(range(len(b))[1990:3:step])
    b[1990:3:step] = fill[-step % 256 :][:count]
    print(step, count, sum(b), b[1990])
del b[:301]
for step in (5, 90, -6, -91):
    part = bytes(b[::step])
    b[::step] = part[::-1]
    print(step, len(b), sum(b), b[:3].hex(), b[-3:].hex())
wrong = [1, 2, 3]
try:
    b[::50] = wrong
except ValueError as error:
    print(error)
b[::1000] = b[::1000]
b[7:7:3] = b""
b[10:20:9223372036854775807] = b"!"
print(len(b), b[10], bytes(b[:16]))
few = bytearray(b"abc")
few[::2] = memoryview(b"xy")
few[::-2] = [1, 2]
print(few)
sieve = bytearray([1]) * 200
for i in range(2, 15):
    if sieve[i]:
        sieve[i * i :: i] = bytes(len(range(i * i, 200, i)))
print(sum(sieve), sieve.rfind(1))
