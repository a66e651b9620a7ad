"""How many objects gc.collect() finds: those in dead cycles and what these hold."""
import gc
import weakref


class Node:
    def __init__(self, *held):
        self.held = held

    def me(self):
        return self


class Slotted:
    __slots__ = ("link", "__weakref__")


def one():
    node = Node()
    node.link = node


def pair():
    a, b = Node(), Node()
    a.link, b.link = b, a


def ring(n=20):
    nodes = [Node() for _ in range(n)]
    for i, node in enumerate(nodes):
        node.link = nodes[(i + 1) % n]


def acyclic():
    node = Node()
    node.link = [1, {2: [3]}, Node()]


def lists():
    outer = []
    outer.append([outer, (1, 2), (outer,)])


def plain_dicts():
    node = Node()
    node.link, node.plain, node.other = node, {1: 2}, {3: []}


def own_dict():
    names = {}
    names["a"] = names


def tuples():
    items = []
    items.append((items,))


def slots():
    node = Slotted()
    node.link = node


def held_by_cycle():
    node = Node([1], {2}, "text", (1, 2), {}, 10 ** 30)
    node.link = node


def closures():
    def outer():
        return outer
    def inner(n):
        return outer if n else inner


def methods():
    node = Node()
    node.link = node.me


def iterators():
    items = []
    items.append(iter(items))


def errors():
    try:
        1 / 0
    except ZeroDivisionError as error:
        pass


class Noted:
    def __del__(self):
        names.append(self.name)


def finalized():
    a, b = Noted(), Noted()
    a.name, b.name = "a", "b"
    a.link, b.link = b, a


def revived():
    node = Reviving()
    node.link = node


class Reviving:
    def __del__(self):
        kept.append(self)


def suspended():
    def wait():
        me = yield
        yield me
    it = wait()
    next(it)
    it.send(it)


kept = []
gc.collect()
for make in [one, pair, ring, acyclic, lists, plain_dicts, own_dict, tuples, slots, held_by_cycle, closures, methods,
             iterators, errors, revived, suspended]:
    make()
    print(make.__name__, gc.collect(), gc.collect())
print(len(kept), type(kept[0]).__name__)
kept.clear()
print("revived once", gc.collect())

names = []
finalized()
print(gc.collect(), sorted(names))

node = Slotted()
node.link = node
seen = weakref.ref(node, lambda ref: print("gone", ref() is None))
print(gc.collect(), seen() is node)
del node
print(gc.collect(), seen())

gc.callbacks.append(lambda phase, info: print(phase, sorted(info.items())))
ring(3)
gc.collect()
ring(4)
gc.collect(0)
gc.callbacks.clear()
gc.disable()
for _ in range(50):
    ring(5)
print(gc.collect())
gc.enable()
