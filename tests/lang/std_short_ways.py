"""Values that native code now handles by itself: marshal, decimals, compressors in the middle, numbers, bytes."""
import decimal
import marshal
import math
import struct
import zlib
from decimal import Decimal as D

values = {"a": 1, "b": [1, 2, 3], "c": (None, True, False, 2.5, -5, 2**70, -2**40, b"xx", "hé", {1, 2}, frozenset([3]))}
print(marshal.loads(marshal.dumps(values)) == values)
for number in (0, -1, 2**31, -2**31, 2**62, -2**63, 2**120, 10**60):
    print(marshal.loads(marshal.dumps(number)) == number, end=" ")
print(marshal.loads(b"\xfb\xda\x01ai\x01\x00\x00\x00\xda\x01b[\x02\x00\x00\x00r\x01\x00\x00\x00(\x00\x00\x00\x000"))
for bad in (b"", b"[\x02\x00\x00\x00N", b"?", b"0", b"r\x00\x00\x00\x00", b"<\x01\x00\x00\x00[\x00\x00\x00\x00"):
    try:
        print(marshal.loads(bad))
    except (EOFError, ValueError, TypeError) as error:
        print(type(error).__name__)
try:
    marshal.dumps([object()])
except ValueError as error:
    print(error)

for level in (1, 6, 9):
    stream = zlib.compressobj(level)
    start = stream.compress(b"hello" * 100)
    other = stream.copy()
    print(zlib.decompress(start + stream.flush()) == b"hello" * 100, zlib.decompress(
        start + other.compress(b"x") + other.flush(zlib.Z_SYNC_FLUSH) + other.compress(b"yz") + other.flush())[-4:])
packed = zlib.compress(b"ab" * 5000)
stream = zlib.decompressobj()
print(len(stream.decompress(packed, 10)), len(stream.unconsumed_tail) > 0)
other = stream.copy()
print(len(stream.decompress(stream.unconsumed_tail)), stream.eof, len(other.decompress(other.unconsumed_tail)))
for bad in (b"xxx", packed[:-3], packed[:20] + b"\xff" + packed[21:]):
    try:
        zlib.decompress(bad)
    except zlib.error as error:
        print(str(error)[:30])
try:
    zlib.compress(b"", 77)
except zlib.error as error:
    print(error)

for spec in (",.2f", ".0f", "z.0f", ".3e", "", "%", ".1%", "012,", "*^+12.2f", "=14", ".2g", "<14", "G"):
    print(spec, *(format(D(text), spec) for text in ("1234567.891", "-0.5", "0", "1E+5", "0E+3", "0.000000123")))
for spec in ("<05", "x", ".f", "5.2q"):
    try:
        print(format(D(1), spec))
    except ValueError:
        print("refused", spec)
print(D("1.05") ** 10, D(2) ** 100, D("-1.5") ** 3, D("1.00") ** 3, D(10) ** 2, D("1.0") ** 30, D("1.1") ** 200, 2 ** D(3))
print(D(2) ** D("0.5"), D(3) ** -2, D(0) ** 3, D("-2") ** D("2.0"), pow(D(3), 4, 5))
print([hash(D(text)) == hash(value) for text, value in (("1e20", 10**20), ("0.5", 0.5), ("-1", -1), ("-2.50", -2.5))])
with decimal.localcontext() as context:
    context.prec = 10
    print(D(1) / 3, decimal.getcontext() is context, bool(decimal.getcontext().flags[decimal.Inexact]))
    copied = context.copy()
    copied.prec = 3
    copied.flags[decimal.Clamped] = True
    print(context.prec, copied.prec, bool(context.flags[decimal.Clamped]), copied.divide(D(1), D(3)))
print(decimal.getcontext().prec, D(1) / 3)
try:
    context.foo = 0
except AttributeError as error:
    print(error)
decimal.setcontext(decimal.BasicContext)
print(decimal.getcontext() is decimal.BasicContext, decimal.getcontext().prec)

buffer = bytearray(20)
struct.pack_into("<ii", buffer, 4, 1, 2)
print(buffer, math.comb(40, 12), math.perm(10, 3), math.comb(3, 5), math.perm(2, 4), math.comb(200, 100), math.comb(5, 0))
print(bytes(range(5)).hex("-", 2), b"hello world".hex(), bytearray(b"ab").hex())
buffer = bytearray(10)
buffer[::2] = b"abcde"
buffer[::-3] = b"wxyz"
print(buffer)
numbers = list(range(200))
numbers.reverse()
print(numbers[:3], set(range(100)).copy() == set(range(100)), {1, 2}.copy())
