import array as module
import io
from array import array


def attempt(f, *args):
    try:
        return repr(f(*args))
    except (TypeError, ValueError, OverflowError, IndexError, EOFError) as e:
        return f"{type(e).__name__}: {e}"


print(module.typecodes, module.ArrayType is array)
EDGES = (-1, 1 << 8, 1 << 15, 1 << 16, 1 << 31, 1 << 63, 1 << 64, -(1 << 15) - 1, -(1 << 63) - 1, 1.5, None)
for code in "bBhHiIlLqQ":
    a = array(code, [1])
    for value in EDGES:
        print(code, value, attempt(a.append, value))
    print(a, a.itemsize, a.tobytes()[:20])
for code in "fd":
    a = array(code, [1, 0.1])
    print(a, attempt(a.append, "x"), attempt(a.append, 1 << 2000), a.tobytes())
w = array("w", "aé😀")
print(w, w.tolist(), w.tounicode(), attempt(w.append, "ab"), attempt(w.append, 5), w.fromunicode("z"), len(w.tobytes()))
for args in ((), ("z",), (5,), ("ii",), ("i", 5), ("i", "abc"), ("i", b"\1\0\0\0"), ("i", b"\1"), ("b", bytearray(b"ab")),
             ("i", array("b", [1, 2])), ("i", (x * x for x in range(3))), ("i", [1.5]), ("i", [1], 2), ("b", {1: 2})):
    print(attempt(array, *args))

a = array("i", range(6))
print(a[0], a[-1], a[1:4], a[::-2], len(a), 3 in a, 9 in a, list(a), list(reversed(a)), sum(a), a == array("i", range(6)), a.index(3))
for key in (10, "x", slice(1, 3)):
    print(attempt(a.__getitem__, key), attempt(a.__setitem__, key, 7), attempt(a.__delitem__, key))
a = array("i", range(6))
a[0] = 100
a[1:3] = array("i", [7, 8, 9])
a[::3] = array("i", [0, 0, 0])
print(a, attempt(a.__setitem__, slice(0, 6, 2), array("i")), attempt(a.__setitem__, slice(0, 1), array("b")))
del a[0], a[-2:]
print(a, a * 2, 2 * a, a + a, attempt(lambda: a + [1]), attempt(lambda: a + array("b")), attempt(lambda: a * "x"))
a += array("i", [5])
a *= 2
print(a, attempt(a.__iadd__, [1]), attempt(a.__iadd__, array("b")), a.pop(), a.pop(0), attempt(a.pop, 99), attempt(array("i").pop))
a.insert(0, -5)
a.insert(-1, -6)
a.insert(99, -7)
a.remove(-6)
a.reverse()
a.extend([1, 2])
a.extend(x for x in (3, 4))
print(a, a.count(5), attempt(a.remove, 77), attempt(a.index, 77), attempt(a.index, 5, 1, 2), attempt(a.extend, array("b")), attempt(a.extend, 5))
a.frombytes(b"\1\0\0\0")
a.fromlist([8])
print(a, attempt(a.frombytes, b"\1"), attempt(a.fromlist, (1,)), attempt(a.fromlist, [1, "x"]), len(a), a.tolist())
a.byteswap()
print(a[:2], a.buffer_info()[1], attempt(hash, a), attempt(a.tounicode), attempt(array("i", [1]).fromunicode, "a"))
print(array("i", [1]) == array("b", [1]), array("i", [1]) == [1], array("i", [1, 2]) < array("i", [1, 3]), array("d", [1.5]) >= array("i", [1]))
print(repr(array("i")), array("d", [1.5, float("nan")]), repr(array("w", 'a"b')))
b = array("h", [1, 2, 3])
print(b.__copy__() == b, b.__copy__() is b, b.__deepcopy__({}), b.__reduce_ex__(2)[1], b.__reduce_ex__(3)[1][1:])
out = io.BytesIO()
b.tofile(out)
out.seek(0)
c = array("h")
print(c.fromfile(out, 2), c, attempt(c.fromfile, out, 5), c, attempt(c.fromfile, out, -1))


class Sub(array):
    def total(self):
        return sum(self)


s = Sub("i", [1, 2])
s.append(3)
s.note = "x"
print(s, s.total(), type(s[:1]).__name__, type(s + s).__name__, s.typecode, s == array("i", [1, 2, 3]), s.note, array[int])
