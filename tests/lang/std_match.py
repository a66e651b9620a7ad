"""match over abstract sequences and mappings."""
import collections.abc
from collections import UserDict, UserList, deque
from types import MappingProxyType


class Seq(collections.abc.Sequence):
    def __init__(self, *items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


class Registered:
    def __init__(self, *items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


class Map(collections.abc.Mapping):
    def __init__(self, **items):
        self.given = items

    def __getitem__(self, key):
        return self.given[key]

    def __len__(self):
        return len(self.given)

    def __iter__(self):
        return iter(self.given)


def kind(x):
    match x:
        case [] | {}:
            return "empty"
        case [a]:
            return "one", a
        case [a, *rest]:
            return "more", a, rest
        case {"k": v, **others}:
            return "map", v, others
        case {}:
            return "other map"
        case collections.abc.Sized():
            return "sized"
        case _:
            return "else"


for x in (Seq(), Seq(1), Seq(1, 2, 3), Map(), Map(k=1, z=2), Map(q=1), Registered(1), UserList([1, 2]), UserDict(k=3),
          deque([4]), MappingProxyType({"k": 5}), range(3), "text", b"x", bytearray(b"y"), {1, 2}, 7, memoryview(b"ab")):
    print(type(x).__name__, kind(x))
collections.abc.Sequence.register(Registered)
print(kind(Registered(1)), kind(Registered(1, 2)))
