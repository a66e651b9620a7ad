import attr
from attrs import Factory, asdict, define, evolve, field, fields, frozen, validators


@define
class Point:
    x: int = field(validator=validators.instance_of(int))
    y: int = field(default=0, converter=int)
    tags: list = Factory(list)

    @x.validator
    def _small(self, attribute, value):
        if value > 100:
            raise ValueError(f"{attribute.name} too large: {value}")


@frozen(order=True)
class Version:
    major: int
    minor: int = 0


p = Point(3, "4")
p.tags.append("a")
print(p, asdict(p), evolve(p, x=9))
print([a.name for a in fields(Point)], Version(1, 2) < Version(1, 3), hash(Version(1)) == hash(Version(1)))
for bad in (lambda: Point("x"), lambda: Point(200), lambda: setattr(Version(1), "major", 2)):
    try:
        bad()
    except (TypeError, ValueError, attr.exceptions.FrozenInstanceError) as e:
        print(type(e).__name__, str(e.args[0])[:40] if e.args else "")
Made = attr.make_class("Made", {"a": attr.ib(default=1), "b": attr.ib(factory=dict)})
print(Made(), attr.has(Made), Point.__slots__)
