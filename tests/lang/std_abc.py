"""Abstract base classes: registering, hooks, what may not be made, and patterns over classes of one's own."""
from abc import ABC, ABCMeta, abstractmethod, get_cache_token
from collections.abc import Hashable, Iterable, Mapping, MutableSequence, Sequence, Sized


class Shape(ABC):
    @property
    @abstractmethod
    def area(self):
        ...

    @abstractmethod
    def scale(self, by):
        ...


class Square(Shape):
    def __init__(self, side):
        self.side = side

    @property
    def area(self):
        return self.side ** 2

    def scale(self, by):
        return Square(self.side * by)


print(Square(3).scale(2).area, isinstance(Square(1), Shape), sorted(Shape.__abstractmethods__))
for cls in (Shape, type("Half", (Shape,), {"area": 1})):
    try:
        cls()
    except TypeError as e:
        print(e)


class Circle:
    pass


token = get_cache_token()
print(isinstance(Circle(), Shape), issubclass(Circle, Shape))
print(Shape.register(Circle) is Circle, isinstance(Circle(), Shape), issubclass(Circle, Shape), get_cache_token() != token)
for wrong in (5, Shape):
    try:
        Square.register(wrong)
    except (TypeError, RuntimeError) as e:
        print(type(e).__name__, e)


class Quacks(metaclass=ABCMeta):
    @classmethod
    def __subclasshook__(cls, other):
        if cls is Quacks:
            return any("quack" in c.__dict__ for c in other.__mro__) or NotImplemented
        return NotImplemented


class Duck:
    def quack(self):
        return "quack"


print(isinstance(Duck(), Quacks), isinstance(3, Quacks), issubclass(Duck, Quacks))
print(isinstance([], Sequence), isinstance({}, Mapping), isinstance("", Sized), isinstance(3, Iterable), isinstance([], Hashable))


class Row(Sequence):
    def __init__(self, *items):
        self.items = items

    def __getitem__(self, i):
        return self.items[i]

    def __len__(self):
        return len(self.items)


class Table(Mapping):
    def __init__(self, **items):
        self.items_ = items

    def __getitem__(self, key):
        return self.items_[key]

    def __iter__(self):
        return iter(self.items_)

    def __len__(self):
        return len(self.items_)


def match(value):
    match value:
        case [first, *rest]:
            return "sequence", first, rest
        case {"key": key, **rest}:
            return "mapping", key, rest
        case {}:
            return "mapping"
        case _:
            return "other"


for value in (Row(1, 2, 3), Table(key=1, other=2), Table(a=1), "text", Circle(), Row()):
    print(match(value))
row = Row(4, 5, 6)
print(5 in row, list(reversed(row)), row.index(6), row.count(4), list(row))
print(Table(a=1) == Table(a=1), Table(b=2).get("b"), list(Table(c=3).items()))
