"""Sorting by attributes, which may be computed, missing or of the class."""
from operator import attrgetter


class Item:
    kind = "item"

    def __init__(self, rank, name):
        self.rank, self.name = rank, name

    def __repr__(self):
        return f"{self.name}{self.rank}"


class Computed(Item):
    @property
    def rank(self):
        print("rank of", self.name)
        return self._rank

    @rank.setter
    def rank(self, value):
        self._rank = value


class Slots:
    __slots__ = ("rank", "name")
    __init__, __repr__ = Item.__init__, Item.__repr__


class Asked(Item):
    def __getattr__(self, name):
        print("asked for", name)
        return 0


class Watched(Item):
    def __getattribute__(self, name):
        if name == "rank":
            print("watched")
        return object.__getattribute__(self, name)


for cls in (Item, Computed, Slots, Asked, Watched):
    items = [cls(rank, name) for rank, name in ((3, "a"), (1, "b"), (2, "c"), (1, "d"))]
    print(sorted(items, key=attrgetter("rank")), sorted(items, key=attrgetter("rank", "name"), reverse=True))
    print(sorted(items, key=attrgetter("name.real") if False else attrgetter("name"), reverse=True))
    if cls is not Slots:
        print(sorted(items, key=attrgetter("kind")) == items)
    try:
        print(sorted(items, key=attrgetter("missing")))
    except AttributeError as error:
        print(error)
mixed = [Item(2, "x"), Slots(1, "y"), Computed(0, "z")]
print(sorted(mixed, key=attrgetter("rank")), min(mixed, key=attrgetter("rank")), sorted([3, 1j.imag, 2], key=attrgetter("real")))
partly = Slots(1, "p")
del partly.rank
try:
    sorted([Slots(2, "q"), partly], key=attrgetter("rank"))
except AttributeError as error:
    print(error)
try:
    sorted([Item(1, "a"), Item("b", "b")], key=attrgetter("rank"))
except TypeError as error:
    print(error)
print(attrgetter("rank")(items[0]), attrgetter("name", "rank")(items[1]), attrgetter("name.__class__.__name__")(items[2]))
