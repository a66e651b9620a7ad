"""Instances of classes with `__slots__`, `__new__` and builtin bases."""


class Slots:
    __slots__ = ("a", "b")

    def __init__(self, a, b):
        self.a = a
        self.b = b


class Made:
    def __new__(cls, a):
        made = object.__new__(cls)
        made.a = a
        return made


class Super(Slots):
    __slots__ = ("c",)

    def __init__(self, a, b, c):
        super().__init__(a, b)
        self.c = c


class Number(int):
    pass


def create(rounds):
    for _ in range(rounds):
        a = Slots(1, 2)
        b = Slots(a, 3)
        c = Made(1)
        d = Made(c)
        e = Super(1, 2, 3)
        f = Number(7)
        g = object()
        h = Slots(b, d)
    return (b.a.b, d.a.a, e.c, f, h.a.b, g is None)


TESTS = [
    ("CreateNewInstances", 27000, create, (2, 1, 3, 7, 3, False)),
]
