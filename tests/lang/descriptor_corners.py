"""Corners of descriptors, super and special methods."""


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)


class C:
    def __new__(cls, arg):
        if isinstance(arg, str):
            return [1, 2, 3]
        if isinstance(arg, int):
            return object.__new__(D)
        return object.__new__(cls)


class D(C):
    def __init__(self, arg):
        self.foo = arg


print(C("1"), D("1"), D(None).foo, type(C(1)).__name__, C(1).foo)


class Doc:
    def __get__(self, obj, cls):
        return f"object={obj}; type={cls.__name__}"


class WithDoc:
    __doc__ = Doc()


print(WithDoc.__doc__)
attempt(lambda: delattr(WithDoc, "__doc__"))
attempt(lambda: delattr(WithDoc, "__module__"))


class SetOnly:
    def __set__(self, obj, value):
        print("set", value)


class Holder:
    d = SetOnly()


h = Holder()
h.d = 1
h.__dict__["d"] = 42
print(h.d, type(Holder().d).__name__)


class A:
    def meth(self):
        return "A.meth", self

    def who(self):
        return "A"


class B(A):
    def who(self):
        return "B" + self.__super.who()


B._B__super = super(B)
print(B().who())
a, b = A(), B()
print(a.meth.__get__(b, B) == a.meth, a.meth.__get__(b, B)()[1] is a)
attempt(lambda: A.meth.__get__(None, None))
attempt(lambda: list.append.__get__(3))
attempt(lambda: dict.__dict__["fromkeys"].__get__(None, None))
attempt(lambda: dict.__dict__["fromkeys"].__get__(None, 42))
attempt(lambda: dict.__dict__["fromkeys"].__get__(42))
attempt(lambda: dict.__dict__["fromkeys"].__get__({})("ab"))
print((1).__add__.__objclass__, [].__len__.__objclass__, object().__str__.__objclass__)


class Proxy:
    def __init__(self, obj):
        self.__obj = obj

    def __getattribute__(self, name):
        if name.startswith("_Proxy__"):
            return object.__getattribute__(self, name)
        return getattr(self.__obj, name)


p = Proxy(B())
print(isinstance(p, B), isinstance(p, A), isinstance(p, int))


class Mixed(dict):
    __setattr__ = dict.__setitem__
    __neg__ = dict.copy


m = Mixed()
m.y = 42
print(m, -m)


class Loops:
    pass


Loops.__repr__ = Loops.__str__
try:
    repr(Loops())
except RecursionError:
    print("RecursionError")


class Special:
    def __init__(self, impl):
        self.impl = impl

    def __get__(self, obj, cls):
        return self.impl.__get__(obj, cls)


class Odd:
    __len__ = Special(lambda self: 3)
    __bool__ = staticmethod(lambda: False)
    __repr__ = classmethod(lambda cls: "repr of " + cls.__name__)
    __iter__ = property(lambda self: lambda: iter([1, 2]))


print(len(Odd()), bool(Odd()), repr(Odd()))


class Reversing(type):
    def mro(cls):
        order = type.mro(cls)
        order.reverse()
        return order


class X(metaclass=Reversing):
    pass


print([k.__name__ for k in X.__mro__])
attempt(lambda: super(C, 3))
attempt(lambda: super(3))
print(super(B, b).__self__ is b, super(B).__self__, super(B, B).__self_class__ is B)
