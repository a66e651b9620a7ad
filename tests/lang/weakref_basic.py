"""Weak references, as `_weakref` has them."""
import _weakref


class Thing:
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return isinstance(other, Thing) and self.name == other.name

    def __hash__(self):
        return hash(len(self.name))

    def method(self):
        return self.name


class Slotted:
    __slots__ = ("a",)


class WithWeak:
    __slots__ = ("a", "__weakref__")


a = Thing("a")
r = _weakref.ref(a)
print(r() is a, r is _weakref.ref(a), type(r) is _weakref.ReferenceType, r.__callback__)
print(_weakref.getweakrefcount(a), _weakref.getweakrefs(a) == [r])
called = []
c = _weakref.ref(a, called.append)
print(c is r, c == r, hash(c) == hash(a), _weakref.getweakrefcount(a), c.__callback__ == called.append)
other = _weakref.ref(Thing("unused")) if False else None
twin = Thing("a")
print(_weakref.ref(twin) == r, _weakref.ref(twin) != r, {r: 1}[_weakref.ref(twin)])
del a
print(r(), c(), called == [c], hash(c) == hash(r), r == c, c.__callback__)

for bad in [5, "s", 1.5, (), [], {}, None, Slotted(), ValueError()]:
    try:
        _weakref.ref(bad)
    except TypeError as e:
        print(e)
for good in [WithWeak(), Thing, len, {1}, frozenset(), Thing("m").method, (x for x in ())]:
    print(_weakref.ref(good)() is good)


class Named(_weakref.ref):
    def __new__(cls, target, callback, name):
        self = super().__new__(cls, target, callback)
        self.label = name
        return self

    def __init__(self, target, callback, name):
        super().__init__(target, callback)


b = Thing("b")
n = Named(b, lambda ref: print("gone", ref.label, ref is n, ref()), "label")
print(n() is b, n.label, _weakref.getweakrefs(b)[0] is n, n == _weakref.ref(b))
b = None
print(n())

d = {"k": _weakref.ref(twin)}
_weakref._remove_dead_weakref(d, "k")
print(len(d))
twin = None
_weakref._remove_dead_weakref(d, "k")
print(d)

t = Thing("proxied")
p = _weakref.proxy(t)
print(p.name, p.method(), p == Thing("proxied"), p.__class__ is Thing, type(p).__name__)
p.name = "changed"
print(t.name)


class Number:
    def __add__(self, other):
        return ("add", other)

    def __radd__(self, other):
        return ("radd", other)

    def __len__(self):
        return 3

    def __getitem__(self, i):
        return i * 2

    def __call__(self, *args):
        return args

    def __str__(self):
        return "number"


number = Number()
p2 = _weakref.proxy(number)
print(p2 + 1, 1 + p2, len(p2), p2[4], p2(1, 2), str(p2), type(p2) is _weakref.CallableProxyType)
t = None
number = None
try:
    p.name
except ReferenceError as e:
    print(e)


class Node:
    pass


import gc
x, y = Node(), Node()
x.other, y.other = y, x
rx = _weakref.ref(x, lambda ref: print("cycle gone"))
del x, y
gc.collect()
print(rx())
