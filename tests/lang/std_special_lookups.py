"""Special methods that are None or descriptors, names with surrogates, subclasses of iterators, partial's state."""

import copy
import functools
import inspect
import operator
import warnings
import weakref
from typing import NewType, TypedDict


def tried(f, *args, **kwargs):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            result = f(*args, **kwargs)
        except Exception as e:
            result = f"{type(e).__name__}: {e}"
    return (result, *[f"{w.category.__name__}: {w.message}" for w in told])


class NoEq:
    __eq__ = None


class NoNe:
    __ne__ = None

    def __eq__(self, other):
        return True


class Plain:
    pass


print(tried(lambda: NoEq() == 1), tried(lambda: 1 == NoEq()), tried(lambda: Plain() != NoEq()))
print(tried(lambda: NoNe() != 1), tried(lambda: NoNe() == 1))
print(tried(lambda: 5 if Plain() == NoEq() else 6))


class Blocked:
    __reversed__ = None

    def __getitem__(self, i):
        return i

    def __len__(self):
        return 3


class Backwards(Blocked):
    __reversed__ = 5


print(tried(reversed, Blocked()))
del Blocked.__reversed__
it = reversed(Blocked())
print(next(it), operator.length_hint(it), it.__reduce__()[2], list(copy.copy(it)), list(it), list(it))


def gen():
    try:
        yield 1
    except ValueError as e:
        yield str(e)


g = gen()
next(g)
print(tried(g.throw, ValueError, "old", None))


class ByClass:
    @classmethod
    def __new__(*args):
        return args


print([getattr(part, "__name__", part) for part in ByClass(1)])
print(tried(type, "A\udcdcB", (), {}))
print(tried(type, "A", (), {"__doc__": "x\udcdcy"}))
made = tried(type, "Odd", (), {1: 2})
print(made[0].__name__, made[1:])


class Meta(type):
    __call__ = dict


class Called(metaclass=Meta):
    pass


print(Called(a=1))
Movie = TypedDict("Movie", {"name": str})
print(type(Movie(name="x")), NewType("UserId", int)(5))


class I:
    __slots__ = ["a", "b"]


class H:
    __slots__ = ["b", "a"]


class L(H):
    __slots__ = ["e"]


class M(I):
    __slots__ = ["e"]


x = I()
x.a = 1
x.__class__ = H
print(x.a, type(x).__name__, tried(setattr, L(), "__class__", M))


class MyEnum(enumerate):
    pass


e = MyEnum("ab")
print(iter(e) is e, e.__reduce__()[0].__name__, list(copy.copy(e)), list(e))
p = functools.partial(max, 1, key=abs)
r = weakref.ref(p)
p.extra = 5
print(r() is p, p(-3), tried(delattr, p, "__dict__"))
p.__setstate__((min, (2,), None, None))
print(p(3), p.__dict__, p.keywords)
for kind in (operator.itemgetter, operator.attrgetter, operator.methodcaller):
    print(inspect.signature(kind))
print(Plain.__new__.__qualname__, tried(Plain().__init__, 42), operator.index.__qualname__)


class Bare:
    __slots__ = ["__class__", "__dict__"]


bare = Bare()
bare.x = 1
print(dir(bare))


class Keys(dict):
    def keys(self):
        return ["z", "y"]


print(eval("dir()", {}, Keys()))
Named = type("Named", (), {"__firstlineno__": 42})
Named.__module__ = "elsewhere"
print("__firstlineno__" in Named.__dict__, Named.__module__)


class Missing(dict):
    def __missing__(self, key):
        return key


space = Missing()
exec("def f(): return undefined\nx = other", space)
print(space["f"](), space["x"])
wrapped = functools.wraps(gen)(lambda: 1)
print(wrapped.__name__)
