"""`default` of the JSON encoder: what it is asked, in which order, and what its errors say."""
import json


class Money:
    def __init__(self, amount):
        self.amount = amount

    def __repr__(self):
        return f"Money({self.amount})"


asked = []


def default(o):
    asked.append(o)
    if isinstance(o, Money):
        return {"amount": o.amount, "kind": o.amount if o.amount < 3 else Money(o.amount - 1)}
    if isinstance(o, set):
        return sorted(o)
    if isinstance(o, complex):
        return [o.real, o.imag]
    if o is ...:
        return ""
    raise TypeError(f"not {o!r}")


def show(*args, **kw):
    del asked[:]
    try:
        print(json.dumps(*args, default=default, **kw))
    except (TypeError, ValueError, RecursionError) as e:
        print(type(e).__name__, e)
    print(asked)


show([Money(1), {"a": Money(4), "b": {3, 1}}, 2j, ...])
show([Money(1), {"a": Money(2)}], indent=2)
show(Money(1))
show({"x": [1, Money(2), object]})
show([Money(1), float("nan")], allow_nan=False)
show([{1}, {(1, 2): 3}])
show([{2}, {(1, 2): Money(1)}], skipkeys=True)
show({"b": Money(1), "a": set()}, sort_keys=True)
loop = []
loop.append([{5}, loop])
show(loop)
print(json.dumps([Money(0)], default=lambda o: o.amount), json.dumps(1, default=None))


class Encoder(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, Money):
            return str(o)
        return super().default(o)


print(json.dumps([Money(5)], cls=Encoder), Encoder().encode({"m": Money(6)}))
try:
    Encoder().encode([Money(1), object()])
except TypeError as e:
    print(str(e)[:30])
same = Money(9)
try:
    json.dumps(same, default=lambda o: o)
except ValueError as e:
    print(e)

shrinking = [object()] * 6


def shrink(o):
    del shrinking[-1]


print(json.dumps(shrinking, default=shrink), len(shrinking))
