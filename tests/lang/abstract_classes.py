"""isinstance() and issubclass() of what only looks like a class; own `__builtins__`; iterators of old protocols."""

import copy
from types import MappingProxyType


class Looks:
    def __init__(self, *bases):
        self.bases = bases

    @property
    def __bases__(self):
        return self.bases


class Instance:
    def __init__(self, cls):
        self.cls = cls

    @property
    def __class__(self):
        return self.cls


def refused(f, *args):
    try:
        return f(*args)
    except (TypeError, RuntimeError) as e:
        return f"{type(e).__name__}: {e}"


a = Looks()
b, c = Looks(a), Looks()
d = Looks(b, c)
thing = Instance(d)
print([isinstance(thing, cls) for cls in (a, b, c, d, Looks())])
print([issubclass(d, cls) for cls in (a, b, c, d, Looks(), (Looks(), c))])
print(isinstance(thing, (int, b)), issubclass(Looks, d), issubclass(d, int))
print(refused(isinstance, 1, 2))
print(refused(isinstance, 1, (str, 2)))
print(refused(issubclass, 1, int))
print(refused(issubclass, int, 1))
print(refused(issubclass, d, 1))


class Raises:
    @property
    def __bases__(self):
        raise RuntimeError("no bases")


print(refused(isinstance, 1, Raises()))

# ---- __builtins__
print(eval("known", {"__builtins__": MappingProxyType({"known": 5})}))
for source in ("print(1)", "class A: pass", "import sys"):
    try:
        exec(source, {"__builtins__": {}})
    except (NameError, ImportError) as e:
        print(type(e).__name__, e)
space = {"__builtins__": {"len": lambda x: -1, "__import__": lambda *args: args[0]}}
exec("def f(): return len('abc')\nimport os.path\nn = f()", space)
print(space["n"], space["os"], space["f"].__builtins__ is space["__builtins__"])


class Loud(dict):
    def __setitem__(self, key, value):
        print("set", key)
        super().__setitem__(key, value)


exec("x = 1\ndel x\ny = 2", Loud())


# ---- iterators
class Items:
    def __getitem__(self, i):
        if i < 4:
            return i * i
        raise IndexError


it = iter(Items())
print(next(it), it.__reduce__()[2])
print(list(copy.deepcopy(it)), list(copy.copy(it)), list(it), list(it), it.__reduce__())
values = [1, 2, 3, 0, 5]
calls = iter(values.pop, 3)
print(list(calls), calls.__reduce__(), values)


def again():
    if inner:
        return 2
    inner.append(1)
    list(reentered)
    return 1


inner = []
reentered = iter(again, 2)
print(list(reentered))


class Hashed(int):
    def __hash__(self):
        return self


class Negative:
    def __len__(self):
        return -2**70


print(hash(Hashed(9)))
try:
    len(Negative())
except ValueError as e:
    print(e)
