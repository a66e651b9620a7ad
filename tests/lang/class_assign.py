"""Assignment to __class__, __bases__, __dict__; mro(); class creation with all its errors."""


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e, *getattr(e, "__notes__", ()))


class A:
    kind = "a"

    def __init__(self):
        self.v = 1


class B:
    kind = "b"

    def show(self):
        return "B's " + str(self.v)


class S:
    __slots__ = ("p", "q")


class S2:
    __slots__ = ("q", "p")


class S3:
    __slots__ = ("p",)


a = A()
a.__class__ = B
print(type(a).__name__, a.kind, a.show(), a.__dict__, isinstance(a, B))
s = S()
s.p, s.q = 1, 2
s.__class__ = S2
print(type(s).__name__, s.p, s.q)
attempt(lambda: setattr(s, "__class__", S3))
attempt(lambda: setattr(s, "__class__", A))
attempt(lambda: setattr(a, "__class__", int))
attempt(lambda: setattr(a, "__class__", 3))
attempt(lambda: delattr(a, "__class__"))
attempt(lambda: setattr(3, "__class__", A))
attempt(lambda: setattr(a, "__dict__", 3))
a.__dict__ = {"v": "new", "w": 2}
print(a.v, a.w, a.show())


class Base1:
    def who(self):
        return "one"


class Base2:
    def who(self):
        return "two"


class Child(Base1):
    pass


class Grandchild(Child):
    pass


c, g = Child(), Grandchild()
print(c.who(), g.who())
Child.__bases__ = (Base2,)
print(c.who(), g.who(), Child.__mro__, [k.__name__ for k in Grandchild.__mro__])
print(Base1.__subclasses__(), Base2.__subclasses__())
Child.__bases__ = (Base1, Base2)
print(c.who(), Child.__base__, [k.__name__ for k in Grandchild.__mro__])
attempt(lambda: setattr(Child, "__bases__", ()))
attempt(lambda: setattr(Child, "__bases__", [Base1]))
attempt(lambda: setattr(Child, "__bases__", (1,)))
attempt(lambda: setattr(Child, "__bases__", (Grandchild,)))
attempt(lambda: setattr(Child, "__bases__", (S,)))
attempt(lambda: setattr(int, "__bases__", (str,)))


class Backwards(type):
    def mro(cls):
        normal = super().mro()
        return [normal[0], *normal[1:-1][::-1], normal[-1]]


class M(Base1, Base2, metaclass=Backwards):
    pass


print(M().who(), [k.__name__ for k in M.__mro__])


class BadMro(type):
    def mro(cls):
        return [cls, 3]


attempt(lambda: BadMro("X", (), {}))
attempt(lambda: type("X", (1,), {}))
attempt(lambda: type(1, (), {}))
attempt(lambda: type("X", [], {}))
attempt(lambda: type("X", (), []))
attempt(lambda: type("X", ()))
attempt(lambda: type())
attempt(lambda: type("X\0", (), {}))
attempt(lambda: type("X", (), {"__qualname__": 3}))
attempt(lambda: type("X", (bool,), {}))
attempt(lambda: type("X", (int, str), {}))
attempt(lambda: type("X", (A, A), {}))
attempt(lambda: type("X", (object, A), {}))
attempt(lambda: type("X", (), {}, extra=1))
attempt(lambda: type("X", (), {"__qualname__": "Q.X"}).__qualname__)
attempt(lambda: type("X", (type(None),), {}))
attempt(lambda: type("X", (OSError, ImportError), {}))
attempt(lambda: type("X", (OSError, KeyError), {}).__mro__)


class Meta1(type):
    pass


class Meta2(type):
    pass


class WithMeta1(metaclass=Meta1):
    pass


class WithMeta2(metaclass=Meta2):
    pass


def conflict():
    class Both(WithMeta1, WithMeta2):
        pass


attempt(conflict)


class Noisy:
    def __set_name__(self, owner, name):
        raise ValueError("not here")


def noisy():
    class X:
        attr = Noisy()


attempt(noisy)


class Registry:
    seen = []

    def __init_subclass__(cls, /, tag=None, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.seen.append((cls.__name__, tag))


class One(Registry, tag="first"):
    pass


class Two(One):
    pass


print(Registry.seen)
attempt(lambda: type("Three", (Registry,), {}, tag=3, more=4))
attempt(lambda: type("Four", (Registry,), {}, tag=4))
print(Registry.seen)


class Ordered(dict):
    def __setitem__(self, key, value):
        if not key.startswith("__"):
            print("set", key)
        super().__setitem__(key, value)


class Preparing(type):
    @classmethod
    def __prepare__(mcs, name, bases, **kwargs):
        print("prepare", name, bases, kwargs)
        return Ordered()

    def __new__(mcs, name, bases, namespace, **kwargs):
        return super().__new__(mcs, name, bases, namespace)

    def __init__(cls, name, bases, namespace, **kwargs):
        super().__init__(name, bases, namespace)

    def __call__(cls, *args):
        print("calling", cls.__name__, args)
        return super().__call__(*args)


class Prepared(metaclass=Preparing, option=1):
    x = 1
    y = 2


print(type(Prepared()).__name__, Prepared.x)


class NoMapping(type):
    @classmethod
    def __prepare__(mcs, *args):
        return 3


def no_mapping():
    class X(metaclass=NoMapping):
        pass


attempt(no_mapping)


def function_meta(name, bases, namespace):
    return name, bases, sorted(k for k in namespace if not k.startswith("__"))


class Strange(metaclass=function_meta):
    a = 1


print(Strange)


class Entries:
    def __mro_entries__(self, bases):
        return (A,)


class FromEntries(Entries()):
    pass


print(FromEntries.__bases__, len(FromEntries.__orig_bases__), FromEntries().v)
attempt(lambda: type("X", (Entries(),), {}))


class Answers(type):
    def __instancecheck__(cls, instance):
        return instance == 3

    def __subclasscheck__(cls, sub):
        return sub is int


class Any(metaclass=Answers):
    pass


print(isinstance(3, Any), isinstance(4, Any), issubclass(int, Any), issubclass(str, Any), isinstance(Any(), Any))
print(A.__subclasses__() == [FromEntries], type.__subclasses__(Meta1))
attempt(lambda: setattr(int, "x", 1))
attempt(lambda: delattr(A, "nothing"))
attempt(lambda: setattr(A, "__name__", 3))
attempt(lambda: delattr(A, "__name__"))
A.__name__, A.__qualname__, A.__module__ = "Renamed", "Outer.Renamed", "elsewhere"
print(A, A.__name__)
attempt(lambda: A.nothing)
