# `_struct`, the native half of `struct`.
import _struct as struct


def attempt(f, *args):
    try:
        return repr(f(*args))
    except (struct.error, TypeError, OverflowError) as e:
        return f"{type(e).__name__}: {e}"


for code, values in [("b", (-128, 127, 128)), ("B", (0, 255, -1)), ("h", (-32768, 32767, 1 << 70)), ("H", (65535, "a")),
                     ("i", (-1, 1 << 31)), ("I", (0, 1 << 32)), ("q", (-1 << 63, 1 << 63)), ("Q", ((1 << 64) - 1, 1.5)),
                     ("?", (0, "x")), ("c", (b"a", b"ab", "a")), ("3s", (b"abcde", b"a", 1)), ("4p", (b"abcde", b"a")),
                     ("e", (1.5, 65504.0, 65520.0, 1e-8, -0.0)), ("f", (0.1, 1e300, "x")), ("d", (0.1, 5, 1 << 2000))]:
    for value in values:
        print(code, attempt(struct.pack, "<" + code, value), attempt(struct.pack, ">" + code, value))

print(struct.unpack("<bBhHiIqQ", struct.pack("<bBhHiIqQ", -1, 2, -3, 4, -5, 6, -7, 8)))
print(struct.unpack(">e f d ? c 5s 5p", struct.pack(">e f d ? c 5s 5p", 0.5, 0.25, 0.1, 7, b"z", b"hello", b"hello")))
for text in ("ci", "@qx i0q", "<ci", "3x", "10s", "", "<", "iP", "<iP", "z", "3", "i3", "99999999999999999999i", "\0", b">hh", 5, "é"):
    try:
        print(repr(text), struct.calcsize(text))
    except (struct.error, TypeError, UnicodeEncodeError) as e:
        print(repr(text), type(e).__name__, e)

buffer = bytearray(8)
struct.pack_into("<hh", buffer, 2, 1, -2)
print(buffer, struct.unpack_from("<hh", buffer, 2), struct.unpack_from("<h", buffer, -6))
for args in (("<i", buffer, 6, 1), ("<i", buffer, -2, 1), ("<i", buffer, -20, 1), ("<i", b"abcd", 0, 1), ("<i", buffer, 0), ("<i",)):
    print(attempt(struct.pack_into, *args))
for args in (("<i", buffer, 6), ("<i", buffer, -2), ("<i", buffer, -20), ("<i", b"abc"), ("<i", "abcd")):
    print(attempt(struct.unpack_from, *args))
print(attempt(struct.pack, "ii", 1), attempt(struct.unpack, "i", b""), attempt(struct.iter_unpack, "i", b"abc"))

record = struct.Struct("<Hb")
print(record, record.size, record.format, record.pack(1, 2), record.unpack(b"\1\0\2"))
walk = record.iter_unpack(b"\1\0\2\3\0\4")
print(walk.__length_hint__(), next(walk), list(walk), list(walk), struct.error.__module__, struct.error.__mro__[1])


class Index:
    def __index__(self):
        return 7


class Float:
    def __float__(self):
        return 2.5


class Named(struct.Struct):
    pass


print(attempt(struct.pack, "<e", 65536), attempt(struct.pack, "<f", 1 << 200), attempt(struct.pack, "<e", 1e9))
print(struct.pack("<i", Index()), struct.pack("<d", Float()), Named("<i").pack(3), Named("<i").size)
