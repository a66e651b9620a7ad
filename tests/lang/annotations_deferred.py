"""Annotations are evaluated when they are asked for (PEP 649)."""


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)


def f(a: int, b: "text" = 1, *args: tuple, **kw: dict) -> list[int]:
    return a


print(f.__annotations__, f.__annotations__ is f.__annotations__)
print(f.__annotate__(1) == f.__annotations__, f.__annotate__.__name__)


def later(x: Undefined) -> None:
    pass


attempt(lambda: later.__annotations__)
Undefined = int
print(later.__annotations__)
attempt(lambda: f.__annotate__(2))


class C:
    x: int
    y: str = "a"
    z: Missing

    def m(self, other: "C") -> x:
        pass


attempt(lambda: C.__annotations__)
Missing = 3
print(C.__annotations__, C.y, C.__annotate__(1) == C.__annotations__)
attempt(lambda: C.m.__annotations__)


class D(C):
    pass


print(D.__annotations__, D.__annotate__)
C.__annotations__ = {"own": 1}
print(C.__annotations__, C.__annotate__)
C.__annotate__ = lambda format: {"made": format}
print(C.__annotations__)
attempt(lambda: setattr(C, "__annotate__", 3))
attempt(lambda: setattr(f, "__annotate__", 3))
f.__annotate__ = lambda format: {"f": format}
print(f.__annotations__)
f.__annotations__ = {"set": True}
print(f.__annotations__, f.__annotate__)
del f.__annotations__
print(f.__annotations__)
attempt(lambda: setattr(f, "__annotations__", 3))
f.__annotate__ = lambda format: 3
attempt(lambda: f.__annotations__)
g = lambda x: x
print(g.__annotations__, g.__annotate__)


def local():
    kind = float
    def inner(v: kind) -> kind:
        return v
    kind = complex
    return inner


print(local().__annotations__)


def conditional(flag):
    class E:
        if flag:
            a: int
        else:
            b: str
    return E


print(conditional(True).__annotations__, conditional(False).__annotations__)


class Meta(type):
    m: int


class WithMeta(metaclass=Meta):
    pass


print(WithMeta.__annotations__, Meta.__annotations__)
attempt(lambda: int.__annotations__)
