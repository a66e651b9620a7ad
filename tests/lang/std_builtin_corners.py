"""Corners of numbers, sequences and modules beside them: what is deprecated, blocked or given by a class of the program."""

import bisect
import copy
import csv
import hashlib
import random
import re
import struct
import time
import warnings


def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


class Seven(int):
    def __index__(self):
        return 42


class Loose:
    def __index__(self):
        return Seven(3)

    def __int__(self):
        return True

    def __float__(self):
        return Half(0.5)


class Half(float):
    pass


print(int(Seven(7)), int(Seven()), [0, 1, 2][Seven(1)])
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    x = True
    print(int(Loose()), float(Loose()), [0, 1, 2, 3][Loose()], hex(Loose()), ~x)
    for w in seen:
        print(w.category.__name__, str(w.message)[:70])
with warnings.catch_warnings():
    warnings.simplefilter("error")
    attempt(int, Loose())

print(round(1.5, 2**100), round(-1.5, -2**100), 0.0 ** -float("inf"))
z = 1 + 2j
print(complex(z) is z, complex("\u2003(\u20021+1j )"))
attempt(bytes, "€", "iso8859-15")
attempt(bytearray, "x", "nothing")


class Clears:
    def __index__(self):
        items.clear()
        return 42

    def __eq__(self, other):
        items.clear()
        others.clear()
        return NotImplemented


items = [Clears(), Clears()]
print(bytes(items))
items, others = [Clears()], [Clears()]
print(items == others)


class Blocked(list):
    __bytes__ = __bool__ = __contains__ = None


b = Blocked([1])
attempt(bytes, b)
attempt(bool, b)
attempt(lambda: 1 in b)
attempt(lambda: "yes" if b else "no")


class Named(list):
    def __new__(cls, items, name=None):
        self = super().__new__(cls, items)
        self.name = name
        return self


class Shown:
    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text


n = Named([1], name="n")
print(n, n.name, type(ascii(Shown(type("S", (str,), {})("a")))).__name__)
attempt(list, items=[1])


class Short(struct.Struct):
    def __init__(self, order):
        super().__init__(order + "h")


print(Short(">").pack(258), Short("<").size, Short("<").format)
for f in bisect.insort_left, bisect.insort_right:
    attempt(f, 10, 10)
attempt(copy.copy, csv.get_dialect("excel"))
print(repr(hashlib.md5())[:26], repr(hashlib.shake_128())[:35])
print(re.search(r"\B", ""), re.findall(r"\B", " "), re.search(rb"\B", b"ab"))
attempt(time.strftime, "%Y\0", time.gmtime(0))
attempt(time.asctime, (2**31,) + (1,) * 8)
attempt(time.asctime, (-2**31,) + (1,) * 8)
attempt(random.Random().setstate, (2, (int(x) for x in [float("nan")]), None))
random.seed(0)
print(random.main(["5"]), random.main(["a b c"]), random.main(["-f", "2.5"]))
attempt(issubclass, int)
attempt(bytearray(b"ab").__setitem__, slice(0, 1, 0), [1.0])


class Own(bytes):
    pass


class Loud(str):
    __format__ = __str__ = None


class Complicated(complex):
    pass


class Odd:
    def __bytes__(self):
        return Own(b"own")

    def __complex__(self):
        return Complicated(1)

    def __trunc__(self):
        return 3


print(type(bytes(Odd())).__name__, bytearray(b"ab").__alloc__(), bytearray().__alloc__())
attempt("{}".format, Loud("a"))
attempt(str, Loud("a"))
attempt(lambda: f"{Loud('a')}")
text = "abc"
print(text.__getnewargs__()[0] is text, int.__new__.__reduce_ex__(2)[1], str.maketrans.__reduce__()[1])
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    print(complex(Odd()), int(Odd()))
    print([str(w.message)[:45] for w in seen])
hashed = 0


class Hashed(int):
    def __hash__(self):
        global hashed
        hashed += 1
        return 1


some = {Hashed(1), Hashed(2)}
d = dict.fromkeys(some)
dict.fromkeys(frozenset(d))
print(hashed)
for data in b"\xe0\x80", b"\xf0\x80", b"\xf4\x90", b"\xed\xa0", b"\xf0\x90\x7f", b"\xe2\x82", b"\xf0\x90\x80":
    import codecs
    attempt(codecs.utf_8_decode, data)
