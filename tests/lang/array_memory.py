"""Arrays and the views of their memory: what is shared, what cannot change its length meanwhile, and operators by name."""

from array import array, _array_reconstructor
from collections.abc import MutableSequence
import copy
import pickle
import weakref


def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


a = array("h", [1, -2, 300])
m = memoryview(a)
print(m.format, m.itemsize, m.tolist(), m.nbytes, m.readonly, m.obj is a)
m[1] = 77
m[2:3] = array("h", [5])
print(a, bytes(m), m == a, m == array("i", [1, 77, 5]))
attempt(a.append, 1)
attempt(a.clear)
attempt(a.pop)
a[0] = 9
a.reverse()
a.byteswap()
print(m.tolist())
m.release()
a.byteswap()
a.clear()
print(a, len(a), not a)
with memoryview(a):
    attempt(a.extend, [1])
a.extend([1, 2, 3])

b = array("w", "aé€😀")
print(b, memoryview(b).format, b.tounicode(), b[::-1], b[1:3].tobytes())
b[1] = "z"
b += array("w", "!")
c = b
b *= 2
print(b, b is c, b.index("!"), b.count("z"), "q" in b)
attempt(b.__setitem__, 0, "ab")
b.frombytes(b"\xff" * 4)
attempt(b.__getitem__, -1)

d = array("d", [float("nan"), -0.0, 1.5])
print(d == d, d == array("d", d), array("d", [0.0]) == array("d", [-0.0]), d.count(float("nan")))
print(array("b", [1, 2]) < array("i", [1, 3]), array("b", [2]) > array("d", [1, 5]), array("b") == array("d"))

it = iter(array("i", [4, 5, 6]))
next(it)
print(type(it).__name__, list(copy.copy(it)), list(pickle.loads(pickle.dumps(it))))
r = reversed(array("i", [4, 5, 6]))
next(r)
print(list(copy.copy(r)), list(r))
it.__setstate__(-5)
print(next(it), list(it), list(it))


class Sub(array):
    def __init__(self, code, items=(), name=None):
        self.name = name


s = Sub("B", [1, 2], name="n")
s += array("B", [3])
t = copy.copy(s)
t.append(4)
print(s.__reduce_ex__(2)[1:], s.__reduce_ex__(4)[2])
t = copy.deepcopy(s)
print(s, type(s).__name__, t, hasattr(t, "name"), type(s * 2).__name__)
print(weakref.ref(s)() is s, isinstance(a, MutableSequence))
keep = array("i"), memoryview(b"x")
print([weakref.ref(x)() is x for x in keep])

print(_array_reconstructor(array, "H", 3, b"\x01\x02\x03\x04"), _array_reconstructor(array, "w", 19, b"\0a\xd8=\xde\0\0b"))
attempt(_array_reconstructor, array, "i", 9, b"abc")
attempt(_array_reconstructor, list, "i", 8, b"")
attempt(_array_reconstructor, array, "i", -1, b"")


class Count:
    def __index__(self):
        return 2


class Right:
    def __radd__(self, other):
        return "radd"

    def __rmul__(self, other):
        return "rmul"


for x in [1], (1,), "s", b"b", bytearray(b"c"), array("b", [1]):
    print(x + Right(), x * Right(), x * Count(), x.__mul__(Count()), x.__rmul__(Count()))
    attempt(lambda: x * "2")
    attempt(x.__add__, 3)
    y = x
    y *= Count()
    print(y, y is x)
    y += Right()
    print(y)
print("%s".__rmod__("a%s"), b"%s".__rmod__("%s"), b"x".__rmod__(b"<%s>"))
