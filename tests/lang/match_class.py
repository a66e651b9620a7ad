"""match: class patterns with __match_args__, keywords, properties and subclasses."""


class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y


class Point3(Point):
    def __init__(self, x, y, z):
        super().__init__(x, y)
        self.z = z


class Line:
    __match_args__ = "start", "end"

    def __init__(self, start, end):
        self.start, self.end = start, end

    @property
    def length(self):
        print("length asked")
        return abs(self.start.x - self.end.x) + abs(self.start.y - self.end.y)


class Odd:
    def __eq__(self, other):
        print("compared with", other)
        return other == 3


def where(thing):
    match thing:
        case Point(0, 0):
            return "origin"
        case Point3(x, z=depth) if depth:
            return f"3d {x} {depth}"
        case Point(0, y) | Point(y, 0):
            return f"on an axis at {y}"
        case Point(x=a, y=b) as p if a == b:
            return f"diagonal {p.x}"
        case Point():
            return "somewhere"
        case Line(Point(x1, _), Point(x2, _)) if x1 == x2:
            return "vertical"
        case Line(length=0 | 1):
            return "short"
        case Line(length=n):
            return f"line of {n}"
        case [Point(x, _), *_]:
            return f"list from {x}"
        case str(s) | bytes(s):
            return f"text {s!r}"
        case 1 | 2 | 3:
            return "one to three"
        case _:
            return "nothing known"


things = [Point(0, 0), Point(0, 5), Point(4, 0), Point(3, 3), Point(1, 2), Point3(1, 2, 9), Point3(0, 0, 0),
          Line(Point(1, 1), Point(1, 5)), Line(Point(1, 0), Point(2, 0)), Line(Point(0, 0), Point(2, 2)),
          [Point(7, 7), 1], "s", b"b", Odd(), 2.5]
for thing in things:
    print(where(thing))
try:
    match Point(1, 2):
        case Point(1, 2, 3):
            pass
except TypeError as e:
    print(e)
try:
    match Odd():
        case Odd(1):
            pass
except TypeError as e:
    print(e)
