"""Pickles of objects that say themselves how they are made, and of the protocols in text."""
import copyreg
import datetime
import pickle
import sys
import types
from fractions import Fraction


def known(made):
    """Make a class or function known under its name, however the program is run."""
    setattr(sys.modules["__main__"], made.__name__, made)
    return made


@known
class Noted:
    def __init__(self, name, part=None):
        self.name, self.part = name, part

    def __reduce__(self):
        print("reduce", self.name)
        return Noted, (self.name, self.part)

    def __repr__(self):
        return f"Noted({self.name!r}, {self.part!r})"


@known
class Stateful:
    def __getstate__(self):
        print("getstate")
        return {"a": 1}

    def __setstate__(self, state):
        print("setstate", state)
        self.__dict__.update(state, b=2)


@known
class Slotted:
    __slots__ = ("x", "y")


@known
class Named(str):
    pass


@known
class Many(list):
    pass


@known
class Pair(tuple):
    def __new__(cls, a, b):
        return super().__new__(cls, (a, b))

    def __getnewargs__(self):
        return tuple(self)


@known
class Registered:
    pass


@known
class Refusing:
    def __reduce__(self):
        raise ValueError("refused")


copyreg.pickle(Registered, lambda made: (Registered, ()))
slotted = Slotted()
slotted.x = [1]
many = Many([1, 2, 3])
many.more = "attribute"
shared = Noted("shared")
values = [
    Noted("outer", Noted("inner")), [shared, {"again": shared}], Stateful(), slotted, Named("text"), many, Pair(1, (2,)),
    Registered(), Fraction(1, 3), types.SimpleNamespace(x=1, y=[2]), datetime.date(2024, 1, 2), range(5), {1, 2},
    complex(1, 2), slice(1, 2), Ellipsis, len, bytearray(b"x"),
]
for value in values:
    for protocol in range(2 if value is slotted else 0, 6):
        data = pickle.dumps(value, protocol)
        made = pickle.loads(data)
        print(type(made).__name__, protocol, end=" ")
    print(made if type(value).__repr__ is not object.__repr__ else sorted(getattr(made, "__dict__", {}).items()))
print(pickle.dumps([shared, shared], 4), pickle.dumps(Fraction(1, 3), 3), pickle.dumps(many, 2))

plain = {"a": 1, "b": [1, 2, 3], "c": (None, True, False, 2.5, -7, 2**31, 2**40, -2**33), "d\n\\é€😀": ((), (1,)), "e": ""}
plain["self"] = plain["b"]
for protocol in 0, 1:
    data = pickle.dumps(plain, protocol)
    print(data, pickle.loads(data) == plain)
print(pickle.loads(b"(lp0\nI1\naI01\naL5L\naF1e3\naV\\u20ac\naN."), pickle.loads(b"(I1\nI2\nd."))
for bad in (b"Ix\n.", b""):
    try:
        print(pickle.loads(bad))
    except Exception as error:
        print(type(error).__name__)
for value in (Refusing(), [1, Refusing()], (x for x in ())):
    try:
        pickle.dumps(value)
    except Exception as error:
        print(type(error).__name__)
nested = [Noted("a"), len, Noted("b"), types]
try:
    pickle.dumps(nested)
except TypeError as error:
    print(error)
