"""dataclasses."""
import dataclasses
from dataclasses import KW_ONLY, InitVar, asdict, astuple, dataclass, field, fields, is_dataclass, make_dataclass, replace


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)


@dataclass
class Point:
    x: int
    y: int = 0


@dataclass(order=True, frozen=True)
class Version:
    major: int
    minor: int = 0
    tags: list = field(default_factory=list, compare=False, repr=False)


@dataclass(slots=True)
class Slotted:
    a: int
    b: str = "b"


@dataclass(kw_only=True)
class Keywords:
    k: int
    v: int = 5


@dataclass
class Derived(Point):
    z: int = 3
    _: KW_ONLY
    w: int = 4
    scale: InitVar[int] = 2

    def __post_init__(self, scale):
        self.x *= scale


print(Point(1), Point(1, 2) == Point(1, 2), Point(1) != Point(2), Point(y=3, x=4))
print(Version(1, 2) < Version(1, 3), sorted([Version(2), Version(1, 5)]), hash(Version(1)) == hash(Version(1)))
print(Slotted(1), Slotted.__slots__, hasattr(Slotted(1), "__dict__"))
print(Keywords(k=1), Derived(1, 2), Derived(1, w=9, scale=10))
print([f.name for f in fields(Derived)], asdict(Derived(1)), astuple(Point(1, 2)))
print(replace(Point(1, 2), y=5), is_dataclass(Point), is_dataclass(Point(1)), is_dataclass(3))
attempt(lambda: Point())
attempt(lambda: Point(1, 2, 3))
attempt(lambda: setattr(Version(1), "major", 2))
attempt(lambda: Keywords(1))
attempt(lambda: setattr(Slotted(1), "c", 1))
attempt(lambda: Point(1) < Point(2))
attempt(lambda: dataclass(type("Bad", (), {"__annotations__": {"a": list}, "a": []})))
Made = make_dataclass("Made", [("a", int), ("b", str, "x")])
print(Made(1), Made.__name__, Point.__match_args__)
match Point(3, 4):
    case Point(x, y):
        print("matched", x, y)


@dataclass
class Node:
    value: int
    next: "Node | None" = None


print(Node(1, Node(2)), asdict(Node(1, Node(2))))
print(Point.__doc__, dataclasses.fields(Node)[1].type)
