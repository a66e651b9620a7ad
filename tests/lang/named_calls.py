"""Functions that go by several names, and attributes that are plain, computed or of the class."""
import functools


def traced(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args)
    return wrapper


class LRU:
    def __init__(self, size):
        self.size = size
        self.items = {}

    def get(self, key):
        return self.items.get(key)

    @traced
    def put(self, key, value):
        self.items[key] = value

    @staticmethod
    def weigh(value):
        return len(value)

    @classmethod
    def small(cls):
        return cls(2)

    def prune(self):
        self.items.clear()

    def __repr__(self):
        return f"LRU({self.size})"


class Order:
    __slots__ = ("oid", "side")
    limit = 3

    def __init__(self, oid, side):
        self.oid = oid
        self.side = side

    @property
    def late(self):
        return self.oid > self.limit

    def __repr__(self):
        return f"Order({self.oid})"


def match(order, cache):
    cache.put(order.oid, order.side)
    return cache.get(order.oid - 1)


cache = LRU.small()
for oid in range(6):
    order = Order(oid, "buy" if oid % 2 else "sell")
    match(order, cache)
double = lambda n: n * 2
print(double(LRU.weigh("abc")), order.late, cache.items)
