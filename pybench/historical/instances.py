"""Instances of classes that have an `__init__`, a base, or neither."""


class Plain:
    pass


class WithInit:
    def __init__(self, a, b):
        self.a = a
        self.b = b


class Derived(WithInit):
    def __init__(self, a, b, c=4):
        WithInit.__init__(self, a, b)
        self.c = c


class Defaults:
    def __init__(self, a=1, b=2, c=3):
        self.a = a
        self.b = b
        self.c = c


def create(rounds):
    for _ in range(rounds):
        a = Plain()
        b = Plain()
        c = WithInit(1, 2)
        d = WithInit(c, 3)
        e = Derived(1, 2)
        f = Defaults()
        g = Defaults(1, c=7)
        h = Plain()
        h.x = 1
    return (d.a.b, e.a, e.c, f.b, g.c, h.x, a is b)


TESTS = [
    ("CreateInstances", 30000, create, (2, 1, 4, 2, 7, 1, False)),
]
