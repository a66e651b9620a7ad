"""`__del__`, as far as CPython's order of things can be had without counting references."""
import gc


class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


a = Noisy("a")
del a
print("after a")
b = Noisy("b")
b = None
print("after b")


def f():
    local = Noisy("local")
    print("in f")


f()
print("after f")


class Child(Noisy):
    pass


class Parent:
    def __init__(self):
        self.child = Child("child")

    def __del__(self):
        print("del parent of", self.child.name)


p = Parent()
p = None
print("after parent")

x = Noisy("x")
x.x = x
del x
gc.collect()
print("after cycle")

saved = []


class Phoenix:
    def __del__(self):
        print("resurrected")
        saved.append(self)


ph = Phoenix()
del ph
print(len(saved))
saved.clear()
gc.collect()
print("not again")


class Plain:
    pass


def late(self):
    print("late")


Plain.__del__ = late
q = Plain()
del q
print("after late")

items = [Noisy(i) for i in range(2)]
del items[1]
print(len(items))
items.clear()
print("after clear")

d = {"k": Noisy("in dict")}
del d["k"]
print("after dict")


def generator():
    try:
        yield 1
        yield 2
    finally:
        print("generator closed")


g = generator()
next(g)
del g
print("after generator")


def cell():
    n = Noisy("cell")

    def inner():
        return n

    del n
    print("after cell")


cell()
try:
    n = Noisy("raised")
    raise ValueError(n)
except ValueError as e:
    n = None
    print("caught")
print("after except")
last = Noisy("at exit")
print("end")
