"""__eq__ and __hash__ of user keys in dict and set lookups: how often they are called."""

calls = []


class Key:
    def __init__(self, name, h):
        self.name, self.h = name, h

    def __hash__(self):
        calls.append("h" + self.name)
        return self.h

    def __eq__(self, other):
        calls.append(self.name + "=" + getattr(other, "name", "?"))
        return isinstance(other, Key) and self.name == other.name

    def __repr__(self):
        return self.name


def report(what, result=""):
    print(what, result, " ".join(calls))
    calls.clear()


a, b, c = Key("a", 1), Key("b", 2), Key("c", 1)
d = {a: 1, b: 2}
report("made")
report("same object", d[a])
report("equal object", d[Key("a", 1)])
report("other hash", Key("a", 5) in d)
report("collision", c in d)
d[c] = 3
report("stored", len(d))
report("behind the collision", d[Key("c", 1)])
del d[a]
report("deleted", list(d))
report("still found", d.get(c))
d[Key("b", 2)] = 20
report("value replaced, key kept", list(d.items())[0][1])
s = {a, b, c, Key("a", 1)}
report("set", len(s))
report("difference", len(s - {a, b}))
report("list search", [c, b].index(b))
d.setdefault(a, 9)
report("setdefault", d.pop(a))
report("dict equality", {a: 1} == {Key("a", 1): 1})
copied = dict(d)
report("copy", len(copied))
print(hash(Key("z", -1)), hash(Key("z", 2 ** 61)), hash(True), hash(1.0), {1: "int", 1.0: "float", True: "bool"})
calls.clear()


class Money:
    def __init__(self, amount, currency):
        self.amount, self.currency = amount, currency

    def __eq__(self, other):
        return (self.amount, self.currency) == (other.amount, other.currency)

    def __hash__(self):
        return hash((self.amount, self.currency))


prices = {Money(1, "EUR"): "cheap", Money(100, "EUR"): "dear"}
print(prices[Money(100, "EUR")], Money(1, "USD") in prices)
