"""What instances of ctypes keep alive, their views, classes that are abstract, callbacks that raise."""
import array
import pickle
import sys
from ctypes import *
from _ctypes import _SimpleCData


class Pair(Structure):
    _fields_ = [("name", c_char_p), ("n", c_int)]


class Both(Structure):
    _fields_ = [("left", Pair), ("names", c_char_p * 2)]


def refused(function, *args):
    try:
        print(function(*args))
    except Exception as e:
        print(type(e).__name__, e)


text = c_char_p(b"one")
print(text._objects, c_int(3)._objects)
both = Both()
print(both._objects)
both.left.name = b"two"
both.names[1] = b"three"
print(both._objects, both.names._b_base_ is both)
other = Both()
other.left = both.left
print(other._objects, other.left.name)
number = c_int(42)
p = pointer(number)
print(p._objects, p.contents._b_base_ is p, p[0])
numbers = (c_short * 3)(1, 2, 3)
q = cast(numbers, POINTER(c_short))
print(q[2], list(q._objects.values()) == [numbers])

for made in (c_int(), (c_int * 2 * 3)(), Pair(), POINTER(c_short)(), (POINTER(c_short) * 2)(), CFUNCTYPE(None)()):
    view = memoryview(made)
    print(view.format, view.shape, view.itemsize, view.nbytes, view.readonly)

for kind in (Structure, Union, Array, _SimpleCData):
    refused(kind)
    refused(kind.from_buffer, bytearray(8))
refused(type(Structure).__init__, Pair, "Pair", (), {})
refused(lambda: (c_int * 2)(1).__delitem__(0))
refused(lambda: delattr(c_int(), "value"))
refused(lambda: delattr(Pair(), "n"))
refused(pickle.dumps, Pair())
refused(c_int, None)
refused(c_int.from_param, "x")
print(type(c_int.from_param(7)), c_int.from_param(7), c_double.from_param(1.5), c_char.from_param(b"x"))
print(c_char_p.from_param(b"abc")._obj, c_char_p.from_param(None))


class Slotted(Structure):
    __slots__ = ()
    _fields_ = [("x", c_int)]


refused(setattr, Slotted(), "y", 1)


class Inner(Structure):
    _anonymous_ = ["deep"]
    _fields_ = [("deep", Slotted), ("y", c_int)]


class Outer(Structure):
    _anonymous_ = ["inner"]
    _fields_ = [("inner", Inner), ("z", c_int)]


outer = Outer()
outer.x, outer.y, outer.z = 1, 2, 3
print(bytes(outer), Outer.x.offset, Outer.z.offset)


class Counting(Structure):
    _fields_ = [("slot", Slotted)]
    made = 0

    def __new__(cls):
        Counting.made += 1
        return super().__new__(cls)


class Holder(Structure):
    _fields_ = [("counting", Counting)]


print(Holder().counting.slot.x, Counting.made)
a = array.array("i", [5, 6])
seen = c_int.from_address(a.buffer_info()[0])
a[0] = 9
print(seen.value)

told = []
sys.unraisablehook = lambda u: told.append((u.exc_type.__name__, str(u.exc_value), u.err_msg.split(" <")[0], u.object))


def called(n):
    return 10 // n


callback = CFUNCTYPE(c_int, c_int)(called)
callback(0)
print(callback(5), told)
got = []


class MyInt(c_int):
    pass


CFUNCTYPE(None, MyInt, POINTER(c_int))(lambda a, b: got.append((type(a).__name__, b[0])))(3, byref(number))
print(got, repr(MyInt(1))[:13])
print(c_int.__ctype_be__.__name__, c_int.__ctype_be__(1).value, bytes(c_int.__ctype_be__(1)))
