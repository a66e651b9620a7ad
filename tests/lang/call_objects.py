"""Objects whose __call__ is an object, code with free variables, classes of modules, subclasses of property."""
import sys


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)


class A:
    pass


class B:
    def __call__(self, *args):
        return "B", len(args)


A.__call__ = B()
print(A()(1, 2))
A.__call__ = len
print(A()("abc"))
A.__call__ = B().__call__
print(A()(1))
A.__call__ = staticmethod(lambda *a: a)
print(A()(5))
A.__call__ = classmethod(lambda cls, x: (cls, x))
print(A()(6))


class Never:
    pass


Never.__call__ = Never()
try:
    Never()()
except RecursionError as e:
    print("RecursionError")
attempt(lambda: B.__call__())
attempt(lambda: Never.__call__.x)


def outer():
    free = 3

    def inner():
        print("free is", free)
    return inner


inner = outer()
exec(inner.__code__, closure=inner.__closure__)
attempt(lambda: exec(inner.__code__))
attempt(lambda: eval(inner.__code__))
attempt(lambda: exec("1", closure=inner.__closure__))
attempt(lambda: exec(outer.__code__, closure=inner.__closure__))
attempt(lambda: exec(inner.__code__, closure=()))

Module = type(sys)


class Own(Module):
    def __init__(self, name, extra):
        super().__init__(name, "doc of it")
        self.extra = extra

    @property
    def doubled(self):
        return self.extra * 2

    def __getattr__(self, name):
        return "no " + name


m = Own("own", 4)
print(m.__name__, m.__doc__, m.extra, m.doubled, m.missing, type(m).__name__, isinstance(m, Module), vars(m)["extra"])
plain = Module("plain")
attempt(lambda: plain.doubled)
plain.extra = 5
plain.__class__ = Own
print(plain.doubled, plain.other)
attempt(lambda: Module())
attempt(lambda: Module(1))
attempt(lambda: setattr(plain, "__class__", int))


class Documented(property):
    """Doc of the subclass."""


class Uses:
    @Documented
    def p(self):
        """Doc of p."""
        return 1

    @property
    def q(self):
        "first"
        return 2

    @q.getter
    def q(self):
        "second"
        return 3

    @p.setter
    def p(self, v):
        print("set", v)


print(type(Uses.p).__name__, Uses.p.__doc__, Uses.q.__doc__, Uses().q, Documented.__doc__)
Uses().p = 7
Uses.q.__doc__ = "third"
print(Uses.q.__doc__, Uses.p.__name__)
attempt(lambda: setattr(Uses(), "q", 1))
attempt(lambda: delattr(Uses(), "p"))


class Dup:
    __match_args__ = ("a", "a")
    a = 1


def duplicate():
    match Dup():
        case Dup(x, y):
            return x, y


attempt(duplicate)


class Slot:
    __slots__ = ("__doc__",)


s = Slot()
s.__doc__ = "own doc"
print(s.__doc__, type(Slot.__doc__).__name__)
attempt(lambda: type("X", (), {"__classcell__": 3}))


class Pretends:
    __class__ = int


print(isinstance(Pretends(), int), isinstance(Pretends(), Pretends), isinstance(Pretends(), str))
made = type("Made", (), {})
print(made.__module__)
