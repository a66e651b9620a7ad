"""Attributes that are deleted and set again: which there are, in which order, and what methods and caches see."""


class Point:
    def __init__(self):
        self.a = 1
        self.b = 2
        self.c = 3

    def total(self):
        return sum(vars(self).values())


class Slotted:
    __slots__ = ("p", "q", "r")

    def __init__(self):
        self.p, self.q, self.r = 1, 2, 3


class Failure(Exception):
    pass


def names(x):
    return list(vars(x).items())


def change(x):
    del x.a
    x.n = 10
    x.a = 4
    x.b += 1
    del x.b
    x.late = 5
    del x.late
    x.b = 7


for turn in range(3):
    point = Point()
    change(point)
    print(names(point), point.total(), hasattr(point, "late"))
for turn in range(6):
    del point.c
    point.c = turn
    print(names(point), point.a, point.b)
for name in ("c", "b", "a", "n"):
    delattr(point, name)
    print(names(point))
try:
    del point.c
except AttributeError as e:
    print(e)
many = Point()
for i in range(30):
    setattr(many, f"x{i}", i)
for i in range(0, 30, 3):
    delattr(many, f"x{i}")
print(names(many))
s = Slotted()
for turn in range(3):
    del s.p
    s.q = turn
    s.p = turn + 1
    del s.r
    try:
        s.r
    except AttributeError as e:
        print(e)
    s.r = s.p + s.q
    print(s.p, s.q, s.r)
e = Failure("text")
e.code, e.place = 1, 2
del e.code
e.code = 3
print(e.args, names(e), e.place)


def reads(x):
    try:
        return x.a
    except AttributeError:
        return "none"


seen = []
for x in (Point(), Point(), Point()):
    for _ in range(2):
        seen.append(reads(x))
        if hasattr(x, "a"):
            del x.a
print(seen)
