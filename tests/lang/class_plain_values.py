"""Attributes of classes that are plain values: counters and settings, written often and read by many ways."""


# Plain values in classes are written often, and read by way of what was remembered of them.
class Counted:
    made = 0
    rate = 1.5
    __flags__ = 7


class Inherits(Counted):
    pass


class Meta(type):
    calls = 0

    def __setattr__(cls, name, value):
        Meta.calls += 1
        super().__setattr__(name, value)


class Watched(metaclass=Meta):
    made = 0


def count(cls, times):
    for _ in range(times):
        cls.made += 1
    return cls.made


print(count(Counted, 5), Inherits.made, Counted().made, Counted.__flags__ != 7)
Inherits.made = 40
print(count(Inherits, 3), Counted.made)
del Inherits.made
print(count(Inherits, 2), Counted.made, Inherits.__dict__["made"])
Counted.made = "text"
print(Counted.made, Counted().made)
Counted.made = 0
print(count(Counted, 2), count(Watched, 4), Meta.calls)


class Settled:
    limit = 1

    @property
    def twice(self):
        return self.limit * 2


def look(obj):
    return obj.limit, obj.twice, type(obj).limit


settled = Settled()
for value in (1, 2.5, None, True, [3], 4, "5", 6):
    Settled.limit = value
    try:
        print(look(settled))
    except TypeError as e:
        print(e)
Meta.limit = property(lambda cls: "of the metaclass")
print([c.limit for c in (Settled, Watched)])
