"""Class methods, static methods, alternative constructors, functions put into classes afterwards, slots."""


class Date:
    epoch = 1970

    def __init__(self, year, month, day):
        self.year, self.month, self.day = year, month, day

    @classmethod
    def parse(cls, text):
        return cls(*map(int, text.split("-")))

    @classmethod
    def first(cls):
        return cls(cls.epoch, 1, 1)

    @staticmethod
    def leap(year):
        return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)

    def __str__(self):
        return f"{self.year:04}-{self.month:02}-{self.day:02}"


class Modern(Date):
    epoch = 2000

    def __str__(self):
        return "modern " + super().__str__()


print(Date.parse("2024-02-29"), Modern.parse("2001-1-1"), Modern.first(), Date.first())
print([y for y in (1900, 2000, 2023, 2024) if Date.leap(y)], Modern(1, 2, 3).leap(4))


def weekday(self):
    return (self.day + 3) % 7


Date.weekday = weekday
print(Modern.first().weekday())
Date.__str__ = lambda self: "replaced"
print(Date.first(), Modern.first())


class Slim:
    __slots__ = ("a", "b")

    def __init__(self, a):
        self.a = a


s = Slim(1)
s.b = 2
print(s.a + s.b)
del s.b
for name in "b", "c":
    try:
        print(getattr(s, name))
    except AttributeError as e:
        print(e)
try:
    s.c = 3
except AttributeError as e:
    print(type(e).__name__)


class Meta(type):
    def __call__(cls, *args):
        print("making", cls.__name__)
        return super().__call__(*args)

    def __len__(cls):
        return len(cls.members)


class Team(metaclass=Meta):
    members = ["x", "y"]

    def __init__(self, n=0):
        self.n = n


print(Team(3).n, len(Team), type(Team).__name__)
Dynamic = type("Dynamic", (Team,), {"members": [], "hello": lambda self: "hello"})
print(Dynamic().hello(), len(Dynamic))


class Singleton:
    instance = None

    def __new__(cls):
        if cls.instance is None:
            cls.instance = super().__new__(cls)
        return cls.instance


print(Singleton() is Singleton())
