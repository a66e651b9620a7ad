import bidict as b
from bidict import OnDup, OrderedBidict, RAISE, DROP_OLD, bidict, frozenbidict

m = bidict({"a": 1, "b": 2})
m.inverse[3] = "c"
print(m, m.inverse, m.inv["a" if 0 else 3] if False else m.inverse[3])
for action in (lambda: m.put("d", 1), lambda: m.putall([("x", 9), ("y", 9)]), lambda: m.update({"q": 2})):
    try:
        action()
    except b.DuplicationError as e:
        print(type(e).__name__, e)
print(m)
m.forceput("d", 1)
m.putall({"e": 2}.items(), OnDup(key=RAISE, val=DROP_OLD))
print(m, m | {"z": 26}, m.items() & {("d", 1)})
o = OrderedBidict([(1, "one"), (2, "two"), (3, "three")])
o.move_to_end(1)
print(o, list(reversed(o)), o.popitem(last=False), o.equals_order_sensitive({3: "three", 1: "one"}))
f = frozenbidict({"k": "v"})
print(f, hash(f) == hash(frozenbidict({"k": "v"})), f.inverse.inverse is f)
try:
    f["x"] = 1
except TypeError as e:
    print(e)
import copy, pickle
print(pickle.loads(pickle.dumps(o)), copy.deepcopy(m) == m, m.inverse.keys())
