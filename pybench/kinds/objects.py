"""Classes of many kinds: visitors, properties, proxies, operators, data classes, patterns."""


def visitor():
    """A visitor that finds its method by the name of the class."""

    class Node:
        pass

    class Num(Node):

        def __init__(self, v):
            self.v = v

    class Add(Node):

        def __init__(self, a, b):
            self.a, self.b = (a, b)

    class Mul(Add):
        pass

    class Neg(Node):

        def __init__(self, a):
            self.a = a

    class V:

        def visit(self, n):
            return getattr(self, "visit_" + type(n).__name__)(n)

        def visit_Num(self, n):
            return n.v

        def visit_Add(self, n):
            return self.visit(n.a) + self.visit(n.b)

        def visit_Mul(self, n):
            return self.visit(n.a) * self.visit(n.b) % 1000003

        def visit_Neg(self, n):
            return -self.visit(n.a)

    def mk(d):
        if d == 0:
            return Num(d + 3)
        return [Add, Mul][d & 1](mk(d - 1), Neg(mk(d - 1)))

    t = mk(10)
    v = V()
    return sum(v.visit(t) for _ in range(15))


def enums():
    """Members and flags of enumerations."""
    import enum

    class C(enum.Enum):
        A = 1
        B = 2
        D = 3

    class F(enum.Flag):
        X = 1
        Y = 2
        Z = 4

    t = 0
    for i in range(20000):
        c = C(i % 3 + 1)
        if c is C.A:
            t += 1
        elif c == C.B:
            t += c.value
        f = F.X | (F.Y if i & 1 else F.Z)
        if F.Y in f:
            t += 2
        t += len(c.name)
    return t


def dataclass_sim():
    """Particles, frozen keys, copies with changes."""
    from dataclasses import dataclass, field, replace, asdict

    @dataclass
    class P:
        x: float
        y: float
        vx: float = 0.0
        tags: list = field(default_factory=list)

    @dataclass(frozen=True, order=True)
    class Q:
        a: int
        b: str = "z"

    ps = [P(i, i * 2, 1.0) for i in range(2000)]
    for s in range(20):
        for p in ps:
            p.x += p.vx * 0.1
            p.y -= p.vx
            p.vx *= 0.99
    qs = sorted(Q(i * 37 % 1009, str(i % 7)) for i in range(3000))
    d = {q: i for i, q in enumerate(qs)}
    r = [replace(q, b="k") for q in qs[:2000]]
    a = [asdict(p) for p in ps[:1000]]
    return len(d), r[0], len(a), round(sum(p.x for p in ps), 3)


def descriptors():
    """Descriptors, properties, class and static methods."""

    class D:

        def __set_name__(self, o, n):
            self.n = "_" + n

        def __get__(self, o, t=None):
            return self if o is None else getattr(o, self.n, 0)

        def __set__(self, o, v):
            if v < 0:
                raise ValueError(v)
            setattr(o, self.n, v)

    class A:
        x = D()
        y = D()

        @property
        def z(self):
            return self.x + self.y

        @z.setter
        def z(self, v):
            self.x = v

        @classmethod
        def mk(c, v):
            a = c()
            a.x = v
            return a

        @staticmethod
        def sm(v):
            return v + 1

    t = 0
    for i in range(25000):
        a = A.mk(i)
        a.y = A.sm(i)
        a.z = 3
        t += a.z
    return t


def proxies():
    """Objects that pass everything on."""

    class P:

        def __init__(self, o):
            object.__setattr__(self, "_o", o)

        def __getattr__(self, n):
            return getattr(self._o, n)

        def __setattr__(self, n, v):
            setattr(self._o, n, v)

        def __getitem__(self, i):
            return self._o.data[i]

        def __len__(self):
            return len(self._o.data)

        def __call__(self, *a):
            return self._o.m(*a)

        def __contains__(self, x):
            return x in self._o.data

        def __bool__(self):
            return True

    class O:

        def __init__(self):
            self.data = list(range(100))
            self.n = 0

        def m(self, a):
            self.n += a
            return self.n

    p = P(O())
    t = 0
    for i in range(30000):
        p.n = i & 7
        t += p.m(1) + p[i % 100] + len(p) + p(2) + (5 in p)
    return t


def vectors():
    """Vectors with operators."""

    class V:
        __slots__ = ("x", "y", "z")

        def __init__(self, x, y, z):
            self.x = x
            self.y = y
            self.z = z

        def __add__(self, o):
            return V(self.x + o.x, self.y + o.y, self.z + o.z)

        def __sub__(self, o):
            return V(self.x - o.x, self.y - o.y, self.z - o.z)

        def __mul__(self, k):
            return V(self.x * k, self.y * k, self.z * k)

        __rmul__ = __mul__

        def dot(self, o):
            return self.x * o.x + self.y * o.y + self.z * o.z

        def __eq__(self, o):
            return self.x == o.x and self.y == o.y

        def __hash__(self):
            return hash((self.x, self.y))

        def __neg__(self):
            return V(-self.x, -self.y, -self.z)

    a = V(1.0, 2.0, 3.0)
    b = V(0.1, 0.2, 0.3)
    t = 0
    seen = set()
    for i in range(25000):
        c = (a + b * 2.0 - -b) * 0.5
        t += c.dot(2 * a)
        if i % 5 == 0:
            seen.add(V(i % 50, 1, 2))
    return t, len(seen)


def abstract_classes():
    """Abstract classes, protocols of collections, named tuples."""
    from abc import ABC, abstractmethod
    from collections.abc import Mapping, Sequence, Iterable
    from typing import NamedTuple

    class S(ABC):

        @abstractmethod
        def area(self): ...

    class R(S):

        def __init__(self, a, b):
            self.a, self.b = (a, b)

        def area(self):
            return self.a * self.b

    class Q(R):

        def __init__(self, a):
            super().__init__(a, a)

        def area(self):
            return super().area()

    class M(Mapping):

        def __init__(self, d):
            self.d = d

        def __getitem__(self, k):
            return self.d[k]

        def __iter__(self):
            return iter(self.d)

        def __len__(self):
            return len(self.d)

    class T(NamedTuple):
        x: int
        y: int = 2

    t = 0
    m = M({"a": 1, "b": 2})
    for i in range(15000):
        t += Q(i & 7).area() + R(1, 2).area()
        t += isinstance(m, Mapping) + isinstance([], Sequence) + isinstance(i, Iterable)
        t += m.get("a") + len(m.keys()) + ("b" in m)
        p = T(i)
        t += p.x + p._replace(y=3).y
        x, y = p
    return t


def patterns():
    """Patterns of every kind."""

    def f(x):
        match x:
            case {"k": int(n), **r}:
                return n + len(r)
            case [a, b, *c] if a < b:
                return a + len(c)
            case [a, b]:
                return b
            case str() as s:
                return len(s)
            case 1 | 2 | 3:
                return 7
            case complex(real=r):
                return int(r)
            case _:
                return 0

    xs = [{"k": 3, "z": 1}, [1, 2, 3], (5, 4), "abc", 2, 3j, None]
    t = 0
    for i in range(12000):
        for x in xs[i % 3 :]:
            t += f(x)
    return t
