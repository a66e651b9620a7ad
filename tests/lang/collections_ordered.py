from collections import OrderedDict, defaultdict


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


d = OrderedDict([("a", 1), ("b", 2)], c=3)
print(d, len(d), list(d), d["b"], "a" in d, dict(d), OrderedDict(), OrderedDict({1: 2}))
d.move_to_end("a")
print(list(d))
d.move_to_end("c", last=False)
print(list(d.items()), list(reversed(d)), list(reversed(d.items())), list(reversed(d.values())))
show(d.move_to_end, "x")
print(d.popitem(), d.popitem(last=False), d)
d.clear()
show(d.popitem)
show(d.popitem, False)
for i in range(50):
    d[i] = i * i
for i in range(40):
    d.popitem(last=False)
    d[100 + i] = i
    d.move_to_end(49 - i % 5)
print(list(d)[:12], len(d), d.popitem(False), d.popitem(True))
a, b = OrderedDict(x=1, y=2), OrderedDict(y=2, x=1)
print(a == b, a != b, a == dict(b), dict(a) == b, a == OrderedDict(x=1, y=2), a == 5)
print(a | b, a | {"z": 0}, {"z": 0} | a, type({"z": 0} | a).__name__)
a |= {"w": 9}
print(a, a.keys(), a.values(), a.items(), a.copy(), type(a.copy()).__name__)
a.update(x=5)
a.update([("q", 1)])
print(a.pop("q"), a.pop("nope", 7), a.setdefault("x", 1), a.setdefault("new", 2), a.get("zz"), a)
show(a.pop, "nope")
show(OrderedDict, 1, 2)
show(OrderedDict, 5)
show(lambda: a | 5)
show(hash, a)
del a["x"]
print(OrderedDict.fromkeys("abc", 0), a)
a.attribute = 1
print(a.attribute, a.__dict__, isinstance(a, dict), OrderedDict.__mro__)
a["self"] = a
print(a)


class Logged(OrderedDict):
    def __setitem__(self, key, value):
        print("set", key)
        super().__setitem__(key, value)


log = Logged([("a", 1)], b=2)
log.update({"c": 3})
log["d"] = 4
print(log, log.copy() == log, type(log.copy()).__name__, log.popitem(), Logged.fromkeys("z"))

dd = defaultdict(list)
dd["a"].append(1)
dd["a"].append(2)
dd["b"]
print(dd, dd.default_factory, len(dd), dd.get("zz"), "zz" in dd)
dd.default_factory = None
show(lambda: dd["c"])
show(setattr, dd, "x", 1)
print(defaultdict(int, {"a": 1}, b=2), defaultdict(None, [(1, 2)]), defaultdict())
counts = defaultdict(int)
for letter in "abracadabra":
    counts[letter] += 1
print(dict(counts), counts.copy(), counts.__copy__() == counts, counts | {"z": 1}, {"z": 1} | counts)
show(defaultdict, 5)
show(defaultdict, int, 1)
show(defaultdict, int, {}, {})
tree = lambda: defaultdict(tree)
t = tree()
t["a"]["b"]["c"] = 1
print(t["a"]["b"]["c"], len(t), type(t["x"]).__name__)


def fail():
    raise ValueError("factory")


f = defaultdict(fail, {1: 1})
show(lambda: f[2])
print(dict(f), f[1])


class Sub(defaultdict):
    def __missing__(self, key):
        return "missing " + str(key)

    def __repr__(self):
        return "Sub" + super().__repr__()[3:]


class Plain(defaultdict):
    pass


s = Sub(int, a=1)
print(s["q"], s, Plain(list, {1: [2]}), Plain(int)["x"], type(Plain(int).copy()).__name__)
p = Plain(int)
p.extra = 5
p["n"] += 2
print(p, p.extra, p.__dict__, defaultdict(int, p), p == {"n": 2}, isinstance(p, dict))
print(type(dd).__name__, type(dd).__module__, dd.__reduce__()[:4], defaultdict.fromkeys("ab", 1))
dd.default_factory = dd.get
loop = defaultdict(int)
loop["me"] = loop
print(loop)
