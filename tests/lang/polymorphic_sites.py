"""One site that meets several classes: methods, attributes, properties, and what changes while it does."""


class A:
    kind = "a"
    count = 0

    def __init__(self, x):
        self.x = x

    def name(self):
        return "A"

    @property
    def size(self):
        return self.x

    @size.setter
    def size(self, value):
        self.x = value

    @staticmethod
    def fixed():
        return "fixed"

    @classmethod
    def made(cls):
        return cls.__name__


class B(A):
    kind = "b"

    def __init__(self, x):
        self.y = x
        super().__init__(x + 1)

    def name(self):
        return "B" + super().name()


class C:
    __slots__ = ("x", "size")
    kind = "c"

    def __init__(self, x):
        self.size = x
        self.x = x

    def name(self):
        return "C"

    fixed = made = lambda self: "C!"


class D(A):
    def __getattr__(self, wanted):
        return f"no {wanted}"


class E(D):
    def __init__(self, x):
        super().__init__(x)
        self.name = lambda: "own name"
        vars(self)["late"] = x


def use(o):
    o.size = o.x + 1
    bound = o.name
    return (o.name(), bound(), o.x, o.size, o.kind, o.fixed(), o.made())


things = [A(1), B(2), C(3), D(4), E(5), A(6)]


def rounds():
    out = []
    for _ in range(2):
        for o in things:
            out.append(use(o))
    return out


for row in rounds():
    print(*row)

# What a site knows holds no longer.
A.kind = "changed"
B.name = lambda self: "new B"
C.extra = 1
print(*rounds()[:4], sep="\n")


def see(o):
    return o.name(), o.level


def hooks():
    """A class gains and loses what rules the lookup of its instances' attributes."""

    class F:
        level = property(lambda self: "computed")

        def name(self):
            return "F"

    class G(F):
        def name(self):
            return "G"

    made = [F(), G()] * 2
    print([see(o) for o in made])
    F.level = 7
    print([see(o) for o in made])
    del G.name
    print([see(o) for o in made])
    F.__getattribute__ = lambda self, wanted: lambda: "hook " + wanted
    print([o.name() for o in made])
    del F.__getattribute__
    print([see(o) for o in made])
    made[0].name = lambda: "own"
    F.__setattr__ = lambda self, name, value: None
    made[1].name = 1
    print([see(o) for o in made])


hooks()


def late(o):
    try:
        return o.late
    except AttributeError as e:
        return str(e)


for o in things:
    for _ in range(2):
        print(late(o))
    if not isinstance(o, C):
        o.late = "set"
        print(late(o))
        del o.late
        print(late(o))


class Shape:
    def __len__(self):
        return 3


class Other:
    def __len__(self):
        return 4


def classes(c):
    return c.__name__, c.kind, c.made


for c in (A, B, C, D, A, B, C, D):
    print(*classes(c)[:2])
for o in [Shape(), Other(), [1], "ab", (1, 2, 3), {1: 2}, Shape(), [1]]:
    print(len(o), o.__len__(), type(o).__name__)
for v in [1, "a", 2.5, None, [], True, (), {}]:
    method = v.__class__
    print(v.__repr__(), method.__name__, v.__hash__ is None)
