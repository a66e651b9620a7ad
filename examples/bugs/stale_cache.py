"""Distances in two units, with a cache because they are asked for often."""

MAP = {("a", "b"): 10, ("b", "c"): 25}
FACTORS = {"km": 1, "miles": 0.62}
cache = {}


def measure(start, end):
    return MAP.get((start, end)) or MAP[(end, start)]


def distance(start, end, unit):
    key = (start, end)
    if key not in cache:
        cache[key] = measure(start, end) * FACTORS[unit]
    return cache[key]


def describe(start, end, unit):
    length = distance(start, end, unit)
    return f"{start}-{end}: {length} {unit}"


print(describe("a", "b", "km"))
print(describe("b", "c", "km"))
last = describe("a", "b", "miles")
print(last)
