"""Pickles one behind the other in streams, of instances with slots, and how instances are reduced."""
import copy
import io
import pickle

from lib_reduced import Args, Both, Checked, Looking, Plain, Reduced, Slots, State


def plain(protocol):
    return values if protocol > 1 else values[:6] + values[7:]


values = [1, "text", [1, 2, 3], {"a": (1, 2.5, None)}, b"x" * 300, list(range(400)), Slots(1, [2]), Plain(x=1, y=[2]), set(),
          "é" * 50, 1 << 100, True]
for protocol in range(6):
    stream = io.BytesIO()
    stream.write(b"before")
    for value in plain(protocol):
        pickle.dump(value, stream, protocol)
    stream.write(b"after")
    stream.seek(6)
    read = [pickle.load(stream) for _ in plain(protocol)]
    found = read.pop(6) if protocol > 1 else None
    print(protocol, read[:4], len(read[4]), len(read[5]), getattr(found, "a", None), vars(read[6]), read[7:], stream.read())
big = io.BytesIO(pickle.dumps(["x" * 70000, "y" * 70000, Slots("z" * 70000, 0)]) + pickle.dumps(5))
found = pickle.load(big)
print([len(item) for item in found[:2]], len(found[2].a), pickle.load(big), repr(big.read()))
try:
    pickle.load(big)
except EOFError as error:
    print(type(error).__name__)
both = Both(1, 2)
both.c, both.d = 3, 4
unset = Slots(1, 2)
del unset.b
checked = Checked()
checked.a = 5
for value in (both, unset, checked):
    again = pickle.loads(pickle.dumps(value))
    print(type(again).__name__, [getattr(again, name, None) for name in "abcd"], getattr(again, "__dict__", None))

odd = Plain(x=1)
odd.__dict__["__getstate__"] = lambda: {"own": 2}
for value in (Plain(), Plain(x=1), State(x=1), Args(x=1), Reduced(x=1), Looking(x=1), odd):
    for protocol in (2, 4):
        reduced = value.__reduce_ex__(protocol)
        print(type(value).__name__, reduced[0].__name__, [getattr(r, "__name__", r) for r in reduced[1]], len(reduced),
              [part for part in reduced[2:] if not callable(part)] if value is not odd else "")
    if value is not odd:
        twin = copy.copy(value)
        print(type(twin).__name__, vars(twin), vars(copy.deepcopy(value)))
shared = Plain(x=1)
print(shared.__reduce_ex__(4)[2] is shared.__dict__, shared.__reduce_ex__(4)[1][0] is Plain)
try:
    shared.__reduce_ex__("a")
except TypeError as error:
    print(type(error).__name__)
