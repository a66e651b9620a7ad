"""What calling a class does: `__new__`, `__init__`, metaclasses with and without a call of their own, abstract classes."""
import abc


def shown(make):
    try:
        return make()
    except TypeError as e:
        return f"TypeError: {e}"


class Shape(abc.ABC):
    def __init__(self, name, size=1):
        self.name, self.size = name, size

    @abc.abstractmethod
    def area(self):
        pass

    def __repr__(self):
        return f"{type(self).__name__}({self.name}, {self.size})"


class Square(Shape):
    def area(self):
        return self.size ** 2


class Bare(abc.ABC):
    pass


print(Square("a", 3), Square("b"), Square(size=4, name="c"), Square(*("d",), **{"size": 5}), Square("e").area())
print(shown(lambda: Shape("x")), shown(Square), shown(lambda: Square(1, 2, 3)), type(Bare()).__name__, shown(lambda: Bare(1)))


class Point:
    def __new__(cls, x, y=0):
        self = super().__new__(cls)
        self.at = (x, y)
        return self

    def __repr__(self):
        return f"{type(self).__name__}{self.at}"


class Named(Point):
    def __init__(self, x, y=9):
        self.name = f"{x}-{y}"


class Odd:
    def __new__(cls, kind):
        if kind == "sub":
            return object.__new__(OddSub)
        if kind == "other":
            return [kind]
        return object.__new__(cls)


class OddSub(Odd):
    def __init__(self, kind):
        self.kind = kind + "!"


class Bad(Point):
    def __init__(self, x):
        return 5


class Wrong(Point):
    __init__ = property(lambda self: lambda *given: setattr(self, "given", given))


class Cached:
    known = {}

    def __new__(cls, key):
        try:
            return cls.known[key]
        except KeyError:
            return cls.known.setdefault(key, super().__new__(cls))

    def __init__(self, key):
        self.count = getattr(self, "count", 0) + 1


print(Point(1), Point(1, 2), Point(x=3), Point(*(4, 5)), Named(1).name, Named(1, 2).name, Named(1), Wrong(7).given)
print(Odd("sub").kind, Odd("other"), type(Odd("same")).__name__, OddSub("sub").kind)
print(shown(lambda: Bad(1)), shown(Point), shown(lambda: Point(1, 2, 3)))
print(Cached("a") is Cached("a"), Cached("a").count, Cached("b").count)


class Single(type):
    made = {}

    def __call__(cls, *args, **kwargs):
        if cls not in cls.made:
            cls.made[cls] = super().__call__(*args, **kwargs)
        return cls.made[cls]


class Plain(type):
    def __call__(cls, x):
        made = type.__call__(cls, x)
        made.x += 1
        return made


class Settings(metaclass=Single):
    def __init__(self, value):
        self.value = value


class Number(metaclass=Plain):
    def __init__(self, x):
        self.x = x


class Empty(metaclass=Single):
    pass


print(Settings(1).value, Settings(2).value, Settings(2) is Settings(3), Number(4).x, type(Empty()).__name__)
print(shown(lambda: type.__call__(Empty, 1)), [n.x for n in map(Number, range(3))], shown(lambda: type.__call__(Shape, 1)))


class Later(metaclass=abc.ABCMeta):
    def __init__(self, n):
        self.n = n


print(Later(1).n)
Later.__init__ = lambda self, n: setattr(self, "n", -n)
print(Later(3).n)
Later.__new__ = lambda cls, n: f"made {n}"
print(Later(2))


class Failing:
    def __new__(cls, n):
        if n > 2:
            raise ValueError(n)
        return super().__new__(cls)

    def __init__(self, n):
        if n > 1:
            raise KeyError(n)


for n in (1, 2, 3):
    try:
        print(type(Failing(n)).__name__)
    except (ValueError, KeyError) as e:
        print(type(e).__name__, e)
