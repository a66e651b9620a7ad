"""Instances whose `__dict__` was asked for: their attributes are read and written at places that others pass as well."""


class Point:
    kind = "class"

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def shown(self):
        return self.kind, self.x, self.y

    def move(self, by):
        self.x += by
        self.y = self.x - by
        self.moved = True
        return self


class Mixed:
    __slots__ = ("a", "__dict__")

    def __init__(self):
        self.a = 1
        self.b = 2


class Many:
    pass


def pass_all(points):
    for p in points:
        try:
            print(p.move(3).shown(), p.moved, end=" ")
        except (AttributeError, TypeError) as e:
            print(type(e).__name__, e, end=" ")
    print()


points = [Point(i, -i) for i in range(6)]
pass_all(points)
vars(points[1])
points[2].__dict__["kind"] = "own"
points[3].__dict__["".join(["sho", "wn"])] = lambda: ("hidden",)
del points[4].y, points[4].x
points[4].__dict__.update(y=40, x=30)
points[5].__dict__ = {"moved": 0, "y": 1, "x": 2}
for turn in range(4):
    pass_all(points)
    if turn == 0:
        del points[2].kind, points[4].y
        points[1].kind = "set"
        Point.y = property(lambda self: self.__dict__.get("y"), lambda self, y: self.__dict__.update(y=-y))
    if turn == 1:
        del Point.y
        del points[3].__dict__["shown"]
        Point.__setattr__ = lambda self, name, value: self.__dict__.__setitem__(name, (name, value))
    if turn == 2:
        del Point.__setattr__
        for p in points:
            p.__dict__["x"] = 7

for turn in range(3):
    mixed = Mixed()
    if turn:
        mixed.__dict__["c"] = turn
    mixed.a += 1
    mixed.b += mixed.a
    mixed.c = getattr(mixed, "c", 0) + 1
    print(mixed.a, mixed.b, mixed.c, sorted(mixed.__dict__))

many = Many()
for i in range(40):
    setattr(many, f"n{i}", i)
for turn in range(2):
    many.n39 += many.n0 + many.n20
    many.fresh = turn
    print(many.n39, many.fresh, len(vars(many)), list(vars(many))[-2:])
