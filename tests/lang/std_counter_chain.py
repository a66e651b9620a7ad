from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, UserString, defaultdict, deque
import collections.abc
import copy
import heapq
import bisect
import operator


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


c = Counter("abracadabra")
print(c, c.most_common(2), c["z"], sorted(c.elements())[:6], c.total(), len(c))
c.update("aab")
c.subtract({"a": 3, "q": 1})
print(c, +c, -c, c + Counter(a=1), c - Counter(a=1), c & Counter(a=2, b=2), c | Counter(a=9))
del c["nope"]
print(Counter(a=1) == Counter(a=1, b=0), Counter(a=1) <= Counter(a=2), Counter([1, 1, 2]), Counter({"x": 2}), c.copy() == c)
show(Counter.fromkeys, "ab")
show(Counter, 1, 2)
show(Counter, 5)
m = ChainMap({"a": 1}, {"a": 2, "b": 3})
print(m["a"], m["b"], len(m), sorted(m), m.maps, m.new_child({"c": 4}), m.parents, "b" in m, m.get("zz"))
m["b"] = 9
print(m, m.maps[1], dict(m), m.pop("b"), list(m.items()))
show(lambda: m["zz"])
show(m.pop, "zz")


class Upper(UserDict):
    def __setitem__(self, key, value):
        super().__setitem__(key.upper(), value)


u = Upper(a=1)
u["b"] = 2
print(u, u.data, "A" in u, u | {"c": 3}, u.copy(), len(u))
l = UserList([3, 1, 2])
l.append(0)
l.sort()
print(l, l[1:], l + [5], l * 2, l == [0, 1, 2, 3], UserString("ab") + "c", UserString("x").upper(), len(UserString("abc")))
d = deque([1, 2, 3], maxlen=3)
d.append(4)
print(d, isinstance(d, collections.abc.MutableSequence), isinstance({}.keys(), collections.abc.KeysView), copy.copy(d), copy.deepcopy(defaultdict(list, {1: [2]})))
print(copy.copy(OrderedDict(a=1)), copy.deepcopy(OrderedDict(a=[1])), copy.copy(Counter("aa")))
print(heapq.nlargest(2, [5, 1, 9]), heapq.nsmallest(2, [5, 1, 9], key=lambda x: -x), list(heapq.merge([1, 4], [2, 3])), list(heapq.merge("ca", "b", reverse=True)))
h = [3, 1, 2]
heapq.heapify(h)
print(heapq.heappushpop(h, 0), heapq.heappop(h), bisect.bisect([1, 2, 3], 2), bisect.insort([], 1), operator.itemgetter(1)("ab"), operator.add(1, 2), operator.attrgetter("real")(5))
import pickle
for value in (deque([1], 2), deque("ab"), defaultdict(list, {1: [2]}), OrderedDict(a=1), c):
    print(pickle.loads(pickle.dumps(value)))
