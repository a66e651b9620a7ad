from collections import namedtuple


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


Point = namedtuple("Point", "x y")
p = Point(1, y=2)
print(p, p.x, p.y, p[0], p[-1], tuple(p), len(p), p == (1, 2), hash(p) == hash((1, 2)), p < (1, 3))
print(Point._fields, Point._field_defaults, Point.__match_args__, Point.__doc__, Point.x.__doc__, Point.__slots__)
print(p._asdict(), p._replace(x=5), Point._make([7, 8]), Point(*range(2)), Point(**{"x": 3, "y": 4}))
show(Point, 1)
show(Point, 1, 2, 3)
show(Point, 1, z=2)
show(p._replace, z=1)
show(Point._make, [1])
show(setattr, p, "x", 5)
show(delattr, p, "x")
show(setattr, p, "other", 5)
show(lambda: p.z)
show(namedtuple, "Bad", "x x")
show(namedtuple, "Bad", "class def")
show(namedtuple, "1bad", "x")
show(namedtuple, "Bad", "_x")
show(namedtuple, "Bad", ["a b"])
show(namedtuple, "Bad", "x y", defaults=(1, 2, 3))
Renamed = namedtuple("Renamed", ["x", "class", "x", "_y", "ok"], rename=True)
print(Renamed._fields, Renamed(*"abcde"))
D = namedtuple("D", "a, b, c", defaults=(10, 20))
print(D(1), D(1, 2), D(1, c=5), D._field_defaults)
E = namedtuple("E", "")
print(E(), E._fields, E._make(()))
M = namedtuple("M", "a", module="somewhere")
print(M.__module__, M.__name__, M.__qualname__, M(1))


class Vector(namedtuple("Vector", "x y z", defaults=[0])):
    """A vector."""

    __slots__ = ()

    def length(self):
        return (self.x ** 2 + self.y ** 2 + self.z ** 2) ** 0.5

    @property
    def pair(self):
        return self.x, self.y


v = Vector(3, 4)
print(v, v.length(), v.pair, v._replace(z=12).length(), isinstance(v, tuple), Vector.__mro__[1].__name__)
x, y, z = v
print(x, y, z, [*v], v + (1,), v * 2, v.index(4), v.count(3), 4 in v)
match v:
    case Vector(x=3, y=b):
        print("matched", b)
match p:
    case Point(a, b):
        print("matched", a, b)
print(Point.__new__.__defaults__, Point.__new__.__qualname__, Point._make.__qualname__, Point._replace.__name__)
print(sorted([Point(2, 1), Point(1, 2)]), max([Point(1, 1), Point(1, 3)], key=lambda p: p.y), {Point(1, 2): "found"}[1, 2])
Point.x.__doc__ = "the x"
print(Point.x.__doc__, type(Point.x).__name__, Point.x.__get__(p), p.__getnewargs__(), p.__class__ is Point)
show(Point.x.__get__, "text")
show(Point.x.__get__, ())
