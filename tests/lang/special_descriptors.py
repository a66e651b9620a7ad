"""Special methods that are no functions: descriptors of all kinds, found in the class and bound by their own rules."""
from functools import partialmethod


class Bound:
    """A descriptor without any other role."""

    def __init__(self, f):
        self.f = f

    def __get__(self, obj, cls=None):
        return lambda *args, **kwargs: self.f(obj, *args, **kwargs)


class Every:
    __init__ = partialmethod(lambda self, a, b, c=0: object.__setattr__(self, "v", (a, b, c)), 1, c=5)
    __len__ = partialmethod(lambda self, n: n, 7)
    __call__ = partialmethod(lambda self, n, m: (n, m), 7)
    __getitem__ = Bound(lambda self, key: ("item", key))
    __contains__ = Bound(lambda self, key: True)
    __eq__ = Bound(lambda self, other: True)
    __lt__ = Bound(lambda self, other: True)
    __hash__ = Bound(lambda self: 5)
    __add__ = Bound(lambda self, other: "add")
    __radd__ = Bound(lambda self, other: "radd")
    __iadd__ = Bound(lambda self, other: "iadd")
    __neg__ = Bound(lambda self: "neg")
    __iter__ = Bound(lambda self: iter([1, 2]))
    __next__ = Bound(lambda self: 3)
    __repr__ = Bound(lambda self: "repr")
    __bool__ = Bound(lambda self: False)
    __index__ = Bound(lambda self: 2)
    __enter__ = Bound(lambda self: "entered")
    __exit__ = Bound(lambda self, *args: True)
    __format__ = Bound(lambda self, spec: "format " + spec)
    __setitem__ = Bound(lambda self, key, value: print("set", key, value))
    __delitem__ = Bound(lambda self, key: print("del", key))
    __setattr__ = Bound(lambda self, name, value: print("setattr", name, value))
    __delattr__ = Bound(lambda self, name: print("delattr", name))
    __getattr__ = Bound(lambda self, name: "getattr " + name)


a = Every(2)
print(a.v, len(a), a(3), a[1], 5 in a, a == 3, a < 3, hash(a), a + 1, 1 + a, -a, list(Every(1)), next(a))
b = a
b += 1
print(b, repr(a), bool(a), [1, 2, 3][a], f"{a:x}", a.nope)
a[1] = 2
del a[1]
a.x = 1
del a.x
with a as entered:
    print(entered)
    raise ValueError


class Meta(type):
    __call__ = partialmethod(lambda cls, tag, *args: (tag, args), "tag")

    @classmethod
    def __instancecheck__(cls, obj):
        return (cls.__name__, obj) == ("Meta", 3)


class Made(metaclass=Meta):
    pass


print(Made(1, 2), isinstance(3, Made), isinstance(4, Made))


class Fallback:
    """An AttributeError on the way to an attribute, or to a method that is called at once, tries `__getattr__`."""

    def __getattribute__(self, name):
        return super().__getattribute__(name)

    def __getattr__(self, name):
        return lambda: "fallback " + name


class Property:
    @property
    def p(self):
        raise AttributeError("inside")

    def __getattr__(self, name):
        if name == "last":
            raise AttributeError("at last")
        return lambda: "fallback " + name


print(Fallback().name(), Fallback().name.__name__, Property().p(), Property().p.__name__)
try:
    Property().last()
except AttributeError as e:
    print(e)


class Sentinel(type):
    """A class that is its own class."""

    def __new__(cls, name, bases, namespace, **kwargs):
        made = super().__new__(cls, name, bases, namespace)
        made.__class__ = made
        return made


class End(Sentinel, metaclass=Sentinel):
    pass


class Other(type):
    x = 1


class Plain(metaclass=Meta):
    pass


Plain.__class__ = Other
print(type(End) is End, isinstance(End, Sentinel), type(Plain).__name__, Plain.x)
