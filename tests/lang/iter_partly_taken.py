"""Iterators of which a part is taken singly and the rest at once."""
import collections
import itertools

d = collections.deque(range(10), 7)
it = iter(d); next(it); print(list(it), list(it)); d.appendleft(99); d.rotate(2); print(list(d), [*reversed(d)])
it = iter(d); next(it); d.append(1)
try: list(it)
except RuntimeError as e: print(e)
for a in (0, 1, 2), (2, 9, 1), (1, 8, 3), (0, None, 2), (5, 5), (3,):
    i = itertools.islice(range(12), *a); out = [next(i, None) for _ in range(2)]; print(a, out, list(i), list(i))
g = iter(range(20)); i = itertools.islice(g, 2, 8); print(next(i), next(g), list(i), next(g))

d = {i: str(i) for i in range(5)}
del d[2]
print(list(d), list(d.keys()), list(d.values()), tuple(d.items()), [*d.values()], sorted(d.values()))
e = collections.deque(d.values())
e.extend("ab")
f = collections.deque()
f.extend(i * i for i in range(4))
f.extendleft([1, 2])
g = collections.deque("abcdef", 3)
g.extend([1])
print(e, f, g, [[1, 2], [3]] == [[1, 2], [3]], [(1, [2])] == [(1, [2])], (3, "b") in [(1, "a"), (3, "b")])
nested = []
nested.append(nested)
other = []
other.append(other)
try:
    print(nested == other)
except RecursionError as error:
    print(error)
