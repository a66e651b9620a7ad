from sortedcontainers import SortedDict, SortedKeyList, SortedList, SortedSet

s = SortedList([5, 1, 4, 2, 3] * 3)
s.add(2.5)
s.discard(9)
s.remove(1)
print(s, s.bisect_left(3), s.count(2), s[2:5], list(s.irange(2, 3)), s.index(4), s.pop())
d = SortedDict({"b": 2, "a": 1, "c": 3})
print(d, d.peekitem(0), d.popitem(), list(d.irange("b")), d.keys()[0], d.setdefault("z", 9), d.values()[-1])
x = SortedSet([3, 1, 2, 3])
print(x | {9}, x[0], x & [1, 7], x.isdisjoint([8]), x ^ {1, 4})
k = SortedKeyList(["bbb", "a", "cc"], key=len)
k.update(["dddd", ""])
print(k, k.bisect_key(2), list(k.irange_key(1, 2)))
big = SortedList(((i * 7919) % 1000) for i in range(3000))
print(big[1500], len(big), sum(big[:10]))
try:
    s.insert(0, 1)
except NotImplementedError as e:
    print(e)
