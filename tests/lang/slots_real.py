"""__slots__ as CPython has them."""


def attempt(f):
    try:
        print(f())
    except (TypeError, AttributeError, ValueError) as e:
        print(type(e).__name__ + ":", e)


class Point:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y


p = Point(1, 2)
print(p.x, p.y, hasattr(p, "__dict__"), Point.x, Point.__dict__["y"])
attempt(lambda: setattr(p, "z", 1))
attempt(lambda: delattr(p, "z"))
del p.x
attempt(lambda: p.x)
attempt(lambda: delattr(p, "x"))
p.x = 5
print(p.x, p.y, Point.x.__get__(p), Point.x.__get__(None, Point) is Point.x)
Point.y.__set__(p, 7)
print(p.y, Point.x.__name__, Point.x.__objclass__, Point.x.__qualname__, type(Point.x).__name__)
attempt(lambda: Point.x.__get__(3))
attempt(lambda: Point.x.__set__(3, 4))


class Point3(Point):
    __slots__ = "z"


class Loose(Point):
    pass


class Both(Point):
    __slots__ = ("w", "__dict__")


q = Point3(1, 2)
q.z = 3
print(q.x, q.y, q.z, Point3.__slots__, hasattr(q, "__dict__"))
loose = Loose(1, 2)
loose.more = 3
print(loose.__dict__, loose.x, vars(loose))
loose.x = 10
loose.__dict__["x"] = "hidden"
print(loose.x, loose.__dict__)
del loose.x
attempt(lambda: loose.x)
both = Both(1, 2)
both.w, both.v = 3, 4
print(both.__dict__, both.w, both.x)
both.__dict__ = {"new": 1}
print(both.new, both.w, both.__dict__)
del both.__dict__
print(both.__dict__, both.y)


def make(slots, bases=(), **namespace):
    return type("Made", bases, {"__slots__": slots, **namespace})


attempt(lambda: make(("a", 1)))
attempt(lambda: make(("a b",)))
attempt(lambda: make(("a",), a=1))
attempt(lambda: make(("__dict__", "__dict__")))
attempt(lambda: make(("__weakref__", "__weakref__")))
attempt(lambda: make(("__dict__",), (Loose,)))
attempt(lambda: make(("a",), (int,)))
attempt(lambda: make(("a",), (tuple,)))
attempt(lambda: make((), (int,))(5) + 1)
attempt(lambda: make(("a",), (list,)).a)
attempt(lambda: make(3))
attempt(lambda: make(iter(["b", "a"])).__slots__.__class__.__name__)
attempt(lambda: make({"a": "doc of a"}).__slots__)
attempt(lambda: make(["a"], (Point, make(("b",)))))
attempt(lambda: make((), (Point, make(()))).__base__)
attempt(lambda: make(("a",), (int, str)))
attempt(lambda: make(("a",), (bool,)))


class Private:
    __slots__ = ("__hidden", "_half")

    def __init__(self):
        self.__hidden = 1


print([n for n in dir(Private()) if "hidden" in n], Private()._Private__hidden)


class Numbers(list):
    __slots__ = ("total",)


n = Numbers([1, 2])
n.total = 3
print(n, n.total, hasattr(n, "__dict__"))
attempt(lambda: setattr(n, "other", 1))


class Failure(Exception):
    __slots__ = ("code",)


f = Failure("bad")
f.code = 3
f.text = "t"
print(f, f.code, f.args, f.__dict__)


class Getattr:
    __slots__ = ("a",)

    def __getattr__(self, name):
        return "no " + name


g = Getattr()
print(g.a, g.b)
g.a = 1
print(g.a)


class Property:
    __slots__ = ("_v",)

    @property
    def v(self):
        return self._v

    @v.setter
    def v(self, new):
        self._v = new * 2


v = Property()
v.v = 4
print(v.v, v._v)


def loop(points):
    total = 0
    for p in points:
        p.x = p.x + 1
        total += p.x + p.y
    return total


print(loop([Point(i, i) for i in range(20)]), loop([Point3(1, 2), Loose(3, 4), Both(5, 6), Point(7, 8)]))
attempt(lambda: Point.x)
del Point3.z
attempt(lambda: q.z)
attempt(lambda: setattr(q, "z", 1))
print("__dict__" in Loose.__dict__, "__dict__" in Point.__dict__, "__weakref__" in Loose.__dict__)
print(Loose.__dict__["__dict__"], type(Loose.__dict__["__dict__"]).__name__)
print(Loose.__dict__["__dict__"].__get__(both if isinstance(both, Loose) else loose))
attempt(lambda: object().__dict__)
attempt(lambda: (1).__dict__)
attempt(lambda: setattr(object(), "a", 1))
