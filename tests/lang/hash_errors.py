"""Exceptions inside __eq__ and __hash__ leave dicts and sets intact; keys that change; missing keys."""


class Bad:
    def __init__(self, name, h=7, fail=""):
        self.name, self.h, self.fail = name, h, fail

    def __hash__(self):
        if self.fail == "hash":
            raise RuntimeError("hash of " + self.name)
        return self.h

    def __eq__(self, other):
        if "eq" in (self.fail, other.fail):
            raise ArithmeticError(f"{self.name} == {other.name}")
        return self.name == other.name


def attempt(label, action):
    try:
        print(label, action())
    except Exception as e:
        print(label, type(e).__name__, e)


good, twin = Bad("good"), Bad("twin")
d = {good: 1, twin: 2}
attempt("hash in display", lambda: {Bad("x", fail="hash"): 1})
attempt("hash in lookup", lambda: d[Bad("x", fail="hash")])
attempt("hash in set", lambda: {good, Bad("y", fail="hash")})
attempt("eq in lookup", lambda: d[Bad("x", fail="eq")])
attempt("eq not needed", lambda: Bad("x", h=8, fail="eq") in d)
attempt("eq in store", lambda: d.update({Bad("x", fail="eq"): 3}))
attempt("eq in set add", lambda: {good}.add(Bad("z", fail="eq")))
attempt("eq in list", lambda: [twin, good].index(Bad("q", fail="eq")))
attempt("eq in pop", lambda: d.pop(Bad("q", fail="eq"), None))
attempt("missing", lambda: d[Bad("nobody")] if Bad("nobody") in d else "not there")
print(len(d), d[good], d[twin])
good.h = 100
attempt("moved", lambda: good in d)
good.h = 7
attempt("back", lambda: good in d)
attempt("list as key", lambda: {[]: 1})
attempt("dict in set", lambda: {1, {}})
attempt("tuple with list", lambda: hash((1, [])))
attempt("wrong hash type", lambda: hash(Bad("w", h="text")))
attempt("key error", lambda: {}["k"])
attempt("key error of tuple", lambda: {}[1, "a"])
attempt("popitem", lambda: {}.popitem())
attempt("set pop", lambda: set().pop())
attempt("set remove", lambda: {1}.remove(2))


def grow(table):
    for key in table:
        table[key + 1] = 0


attempt("changed during iteration", lambda: grow({1: 1}))
