"""Data types of ctypes: structures, unions, arrays, pointers, in memory of their own."""
from ctypes import *
import struct
class P(Structure):
    _fields_ = [("x", c_int), ("y", c_double), ("name", c_char * 8), ("next", c_void_p)]
p = P(1, 2.5, b"abc")
print(p.x, p.y, p.name, p.next, sizeof(P), alignment(P), P.y.offset, P.y.size)
p.x = 2**40 + 7
print(p.x, bytes(p)[:4], memoryview(p).nbytes)
class N(Structure): pass
N._fields_ = [("v", c_int), ("next", POINTER(N))]
a = N(1); b = N(2); a.next = pointer(b)
print(a.next.contents.v, bool(b.next))
try: b.next.contents
except ValueError as e: print(e)
a.next.contents.v = 9; print(b.v)
arr = (c_int * 5)(1, 2, 3)
print(list(arr), arr[1:4], len(arr), arr[-1])
arr[0] = 10
pa = cast(arr, POINTER(c_int))
print(pa[0], pa[1], pa[:3])
pa[2] = 33; print(list(arr))
try: arr[9]
except IndexError as e: print(e)
class U(Union):
    _fields_ = [("i", c_uint32), ("b", c_uint8 * 4), ("f", c_float)]
u = U(i=0x3f800000); print(u.f, list(u.b))
class B(Structure):
    _fields_ = [("a", c_int, 3), ("b", c_uint, 5), ("c", c_int, 10)]
bb = B(-1, 17, 300); print(bb.a, bb.b, bb.c, sizeof(B), bytes(bb))
class BE(BigEndianStructure):
    _fields_ = [("h", c_uint16), ("w", c_uint32)]
be = BE(0x1234, 0xdeadbeef); print(bytes(be), be.h, hex(be.w))
class PK(Structure):
    _pack_ = 1; _layout_ = 'ms'
    _fields_ = [("a", c_char), ("b", c_int)]
print(sizeof(PK))
s = create_string_buffer(b"hello", 10); print(s.value, s.raw, sizeof(s), len(s))
s.value = b"hi"; print(s.raw)
w = create_unicode_buffer("wörld"); print(w.value, sizeof(w))
print(c_char_p(b"xyz").value, c_wchar_p("äb").value, c_int(5), c_bool(3), c_uint8(300).value, c_double(1.5))
v = c_void_p(1234); print(v.value, c_void_p().value, bool(v), bool(c_int(0)))
x = c_int(42); q = pointer(x); q[0] = 43; print(x.value, q.contents)
r = byref(x); print(type(r).__name__)
print(string_at(addressof(s), 2), string_at(s))
memmove(s, b"world", 5); print(s.value)
memset(s, 65, 3); print(s.value)
F = CFUNCTYPE(c_int, c_int, c_int)
f = F(lambda a, b: a * b); print(f(6, 7))
try: f("a", 1)
except ArgumentError as e: print(e)
ba = bytearray(16); o = P.from_buffer_copy(bytes(32)); print(o.x)
i4 = (c_int * 4).from_buffer(ba); i4[1] = 7; print(ba)
for bad in (lambda: c_int("x"), lambda: c_int(1.5), lambda: c_char(b"ab"), lambda: P(zz=1) and P().nope, lambda: (c_int*2)(1,2,3), lambda: c_char_p(3.5), lambda: sizeof(3), lambda: (c_char*2)(b"a", b"bc"), lambda: setattr(p, 'name', b"123456789")):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
class Inner(Structure): _fields_ = [("k", c_int)]
class Outer(Structure):
    _anonymous_ = ["inner"]
    _fields_ = [("inner", Inner), ("z", c_short * 2)]
oo = Outer(); oo.k = 5; oo.z[1] = 3; print(oo.inner.k, list(oo.z), oo.inner._b_base_ is oo)
print(POINTER(c_int).__name__, (c_int*3).__name__, P.x)
class Sub(P): _fields_ = [("extra", c_byte)]
print(sizeof(Sub), Sub(1, 2.0, b"n", None, 4).extra, c_longlong is c_long, c_int32 is c_int, sizeof(c_longdouble), sizeof(c_wchar))
for wrong in (lambda: CDLL("libnothing.so.9"),):
    try:
        wrong()
    except OSError as e:
        print("OSError", str(e)[:15])
