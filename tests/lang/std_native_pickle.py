"""Pickling by native code and by Python: the same bytes, and equal values, for every protocol."""
import hashlib
import io
import pickle
from collections import Counter, OrderedDict


class Plain:
    pass


class Hooked:
    def __getstate__(self):
        return {"q": 1}

    def __setstate__(self, state):
        self.__dict__.update(state)
        self.z = 2


class Slotted:
    __slots__ = ("x",)


class Mapping(dict):
    pass


knot = Plain()
knot.x, knot.y = 1, [knot]
ring = [1, 2]
ring.append(ring)
loop = ([],)
loop[0].append(loop)
numbers = [0, 1, -1, 255, 256, 65535, 65536, -2**31, 2**31, 2**63, -2**63 - 1, 2**100, -2**100, -128, -129, 32768, 1.5]
texts = ["", "abc", "\u00e9\u20ac\U0001d11e", "x" * 300, b"", b"abc", b"x" * 300, bytearray(b"q"), "x" * 70000]
boxes = [(), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), [], [1], list(range(1100)), {}, {"a": 1},
         {i: str(i) for i in range(1100)}, {1}, frozenset([1]), set(), ["k"] * 3, [b"y" * 70000, "z"], {(1, 2): 3}]
others = [Plain, len, int, OrderedDict(a=1), Counter("aab"), Mapping(a=1), 1 + 2j, range(3), None, True, [Plain, Plain]]
for protocol in range(6):
    for value in numbers + texts + boxes + others:
        data = pickle.dumps(value, protocol)
        assert pickle.loads(data) == value and type(pickle.loads(data)) is type(value), (protocol, value)
        assert pickle._loads(data) == value, (protocol, value)
    whole = b"".join(pickle.dumps(value, protocol) for value in numbers + boxes)
    print(protocol, hashlib.md5(whole).hexdigest())
    again = pickle.loads(pickle.dumps(knot, protocol))
    print(again.x, again.y[0] is again, list(vars(again)))
    again = pickle.loads(pickle.dumps(loop, protocol))
    print(again[0][0] is again)
    again = pickle.loads(pickle.dumps(ring, protocol))
    print(again[2] is again, vars(pickle.loads(pickle.dumps(Hooked(), protocol))))
shared = ["s"]
again = pickle.loads(pickle.dumps([shared, shared]))
print(again[0] is again[1])
file = io.BytesIO()
pickle.dump([1, knot], file)
pickle.dump("next", file)
file.seek(0)
print(pickle.load(file)[0], pickle.load(file))
print(pickle.loads(memoryview(pickle.dumps(5))), pickle.loads(bytearray(pickle.dumps([6]))))
for protocol in (0, 1):
    try:
        pickle.dumps(Slotted(), protocol)
    except TypeError as error:
        print(error)
