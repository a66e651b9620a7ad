"""Weak proxies that are shared and calculate in place, the order of weak references, subclasses of ref; OrderedDict."""

import gc
import weakref
from collections import OrderedDict


class C:
    def __init__(self, n=0):
        self.n = n

    def __ifloordiv__(self, other):
        return self.n // other

    def __imatmul__(self, other):
        return ("@", self.n, other)

    def __add__(self, other):
        return self.n + other


c = C(8)
print(c.__weakref__)
p, q = weakref.proxy(c), weakref.proxy(c)
print(p is q, isinstance(p, C), p.__class__, type(p))
r = weakref.ref(c)
print(weakref.getweakrefcount(c), weakref.getweakrefs(c) == [r, p] or weakref.getweakrefs(c)[0] is r, c.__weakref__ is r)
p //= 3
print(p)
q @= 3
print(q)
s = weakref.proxy(c)
s += 1
print(s)


class Ref(weakref.ref):
    def __init__(self, target, callback=None, **more):
        super().__init__(target, callback)
        self.more = more


one, two = Ref(c, more=1), Ref(c)
print(one is two, one.more, one() is c, weakref.getweakrefs(c).index(r))
print(next(iter(weakref.getweakrefs(c))) is r)


class D:
    def __iter__(self):
        return weakref.proxy(len)


try:
    list(D())
except TypeError as e:
    print(e)



class Plain:
    pass


told = []
box = [Plain()]
kept = [weakref.ref(box[0], told.append) for i in range(4)]
box.clear()
gc.collect()
print([kept.index(r) for r in told])

od = OrderedDict.fromkeys(iterable="abc", value=1)
print(od, od.pop(key="b", default=5), od.pop("b", default=5), od.setdefault(key="z", default=3), od)


class Slotted(OrderedDict):
    __slots__ = ("x",)


slotted = Slotted(a=1)
slotted.x = 4
slotted.y = 5
print(slotted.__reduce__()[2])
empty = OrderedDict()
empty.__dict__
print(empty.__reduce__()[2])


class Key:
    count = 0

    def __eq__(self, other):
        Key.count += 1
        if Key.count == 2:
            first.clear()
        return True

    def __hash__(self):
        return 7


first, second = OrderedDict.fromkeys((0, Key(), 4)), OrderedDict.fromkeys((0, Key(), 4))
try:
    first == second
except RuntimeError as e:
    print(e)

import os
import time
import copy

t = time.gmtime(0)
print(copy.replace(t, tm_year=2000, tm_zone="X").tm_zone, t.n_unnamed_fields)
status = os.stat_result(range(10), {"st_atime": -1.0})
print(status.st_atime, status.st_mtime, status.n_fields, os.stat_result.n_unnamed_fields, os.stat_result.__match_args__)
for call in (lambda: copy.replace(status, st_mode=1), lambda: time.struct_time("123456789", {"tm_mon": 1}),
             lambda: time.struct_time(None), lambda: time.struct_time("123456789", None), lambda: copy.replace(t, a=1)):
    try:
        call()
    except TypeError as e:
        print(e)
try:
    t.tm_zone = 5
except AttributeError as e:
    print(e)
print(copy.deepcopy(status) == status, type(os.times()).__name__)
