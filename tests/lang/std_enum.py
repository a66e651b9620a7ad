"""enum."""
import enum
from enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto, unique


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)


class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3
    CRIMSON = 1

    def shout(self):
        return self.name + "!"

    @property
    def half(self):
        return self.value / 2


class Number(IntEnum):
    ONE = auto()
    TWO = auto()


class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W


class Bits(IntFlag):
    A = 1
    B = 2


class Word(StrEnum):
    FIRST = auto()
    SECOND = "2nd"


class Planet(Enum):
    EARTH = (5.9, 6.3)
    MARS = (0.6, 3.4)

    def __init__(self, mass, radius):
        self.mass, self.radius = mass, radius


print(Color.RED, repr(Color.RED), Color.RED.name, Color.RED.value, Color(2), Color["BLUE"], Color.CRIMSON is Color.RED)
print(list(Color), len(Color), Color.RED in Color, 3 in Color, 7 in Color, Color.RED.shout(), Color.GREEN.half)
print(Color.__members__["CRIMSON"], [c.name for c in reversed(Color)], Color.RED == 1, hash(Color.RED) == hash("RED"))
print(Number.ONE + 1, Number.TWO > Number.ONE, Number(1), f"{Number.TWO}", int(Number.TWO), [1, 2, 3][Number.ONE])
print(Perm.R | Perm.X, Perm.RW, Perm.RW & Perm.W, ~Perm.R, Perm.R in Perm.RW, list(Perm.RW), bool(Perm(0)), Perm(5))
print(Bits.A | Bits.B, Bits(3), Bits.A | 8, repr(Bits(0)))
print(Word.FIRST, Word.SECOND, Word("2nd"), Word.FIRST + "x", Word.FIRST.upper())
print(Planet.EARTH.mass, Planet.MARS, Planet((0.6, 3.4)))
attempt(lambda: Color(9))
attempt(lambda: Color["PINK"])
attempt(lambda: setattr(Color, "RED", 5))
attempt(lambda: Color.RED < Color.GREEN)
attempt(lambda: type("More", (Color,), {}))
attempt(lambda: Color())
attempt(lambda: delattr(Color, "RED"))
attempt(lambda: unique(Color))
Animal = Enum("Animal", "CAT DOG")
print(list(Animal), Animal.CAT.value, Animal.__module__)
print(isinstance(Color.RED, Color), type(Color).__name__, Color.RED is Color(1))
match Color.GREEN:
    case Color.RED:
        print("red")
    case Color.GREEN:
        print("green")


class Missing(Enum):
    A = 1

    @classmethod
    def _missing_(cls, value):
        return cls.A


print(Missing(77), Missing.A.__class__, {Color.RED: 1}[Color.RED])
