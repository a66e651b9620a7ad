"""copy and pickle, with all kinds of objects."""
import copy
import pickle
from collections import OrderedDict, defaultdict, deque


class Plain:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __repr__(self):
        return f"Plain({self.v!r})"


class Slots:
    __slots__ = ("a", "b")

    def __repr__(self):
        return f"Slots({getattr(self, 'a', None)}, {getattr(self, 'b', None)})"


class State:
    def __init__(self):
        self.x = 1

    def __getstate__(self):
        return {"x": self.x, "kept": True}

    def __setstate__(self, state):
        self.__dict__.update(state, restored=True)


class Reduced:
    def __init__(self, n):
        self.n = n

    def __reduce__(self):
        return Reduced, (self.n + 1,)


class Args(tuple):
    def __new__(cls, a, b):
        return super().__new__(cls, (a, b))

    def __getnewargs__(self):
        return self[0], self[1]


class MyList(list):
    pass


class MyDict(dict):
    pass


class MyInt(int):
    pass


def function(x):
    return x


s = Slots()
s.a = [1]
mylist = MyList([1, 2])
mylist.extra = "e"
mydict = MyDict(a=1)
mydict.extra = [2]
myint = MyInt(7)
myint.note = "n"
objects = [None, True, ..., NotImplemented, 5, 2 ** 100, 1.5, 2j, "text", b"bytes", bytearray(b"ba"), [1, [2]], (1, (2,)),
           {"a": {"b": 1}}, {1, 2}, frozenset([3]), range(2, 9, 3), slice(1, 2), Plain([1]), function, len, Plain, int,
           OrderedDict(a=1), defaultdict(list, {"k": [1]}), deque([1, 2], 3), ValueError("v", 1), [].append, str.upper]
for obj in objects:
    texts = []
    for protocol in (0, 2, 5):
        back = pickle.loads(pickle.dumps(obj, protocol))
        texts.append(type(back).__name__ if callable(back) else repr(back))
    print(*dict.fromkeys(texts), copy.copy(obj) == obj if not callable(obj) and "Error" not in repr(obj) else "")
for obj in (s, mylist, mydict, myint, Args(1, 2), State(), Reduced(1)):
    back = pickle.loads(pickle.dumps(obj))
    deep = copy.deepcopy(obj)
    print(type(back).__name__, back if not isinstance(obj, (State, Reduced)) else back.__dict__,
          getattr(back, "extra", getattr(back, "note", "")), type(deep).__name__, getattr(deep, "extra", ""))
inner = [1]
outer = {"x": inner, "y": inner}
deep = copy.deepcopy(outer)
print(deep["x"] is deep["y"], deep["x"] is inner, copy.copy(outer)["x"] is inner)
loop = []
loop.append(loop)
again = copy.deepcopy(loop)
print(again[0] is again, pickle.loads(pickle.dumps(loop))[0][0] is not None)
for bad in (lambda: 0, (x for x in ()), type(len)):
    try:
        pickle.dumps(bad)
        print("pickled", bad)
    except Exception as e:
        print(type(e).__name__)
it = iter([1, 2, 3])
next(it)
print(list(copy.copy(it)), list(pickle.loads(pickle.dumps(it))))
print(pickle.dumps([1, "a", None], 2))
print(copy.replace(slice, ) if False else copy.copy(Plain(3)))
