"""Special methods of instances that operators enter: who goes first, what answers mean, and what is refused."""

import types


class Num:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        if not isinstance(other, Num):
            return NotImplemented
        return self.n < other.n

    def __gt__(self, other):
        return "gt", self.n

    def __eq__(self, other):
        return isinstance(other, Num) and self.n == other.n

    def __bool__(self):
        return self.n > 0

    def __getitem__(self, key, more="none"):
        return self.n, key, more

    def __setitem__(self, key, value):
        self.n = value

    def __contains__(self, x):
        return [] if x == self.n else [x]

    def __call__(self, *args, **named):
        return self.n, args, named


class Sub(Num):
    def __gt__(self, other):
        return "sub first"

    def __call__(self, x):
        yield x
        yield self.n


class Mixin:
    def __lt__(self, other):
        return "mixin"

    def __gt__(self, other):
        return "module first" if isinstance(other, Mixin) else "mixin gt"


class Module(Mixin, types.ModuleType):
    pass


a, b, sub = Num(1), Num(2), Sub(3)
print(a < b, b < a, a > b, a < sub, sub < a, a == b, a != b, a == Num(1))
print(Mixin() < Module("m"), Module("m") < Mixin(), Mixin() < Mixin())
print(a > 3, 3 < a, 5 in a, 1 in a, not a, not Num(0))
print(a[3], a["x"], a(1, 2, k=3), list(sub(7)), [x for x in (a, b, Num(0)) if x] == [a, b])
a[0] = 9
print(a.n, a[0], [Num(3), Num(9)].index(a), a in [Num(9)], [Num(9)].count(a), (1, a) == (1, Num(9)))
for bad in (3, None):
    try:
        print(a < bad)
    except TypeError as error:
        print(error)


class Odd:
    def __bool__(self):
        return 1

    def __le__(self):
        return True

    def __eq__(self, other):
        raise KeyError("eq")

    def __contains__(self, x):
        return Odd()

    __hash__ = None


odd = Odd()
for ask in (
    lambda: not odd,
    lambda: odd <= odd,
    lambda: odd == 1,
    lambda: 1 in odd,
    lambda: odd in [1],
    lambda: odd(),
):
    try:
        print(ask())
    except Exception as error:
        print(type(error).__name__, error)


class Shy:
    kind = "class"

    def __init__(self):
        self.kind, self.own = "instance", 1

    @property
    def data(self):
        return "property"


shy = Shy()
print(getattr(shy, "kind"), getattr(shy, "own"), getattr(shy, "data"), getattr(shy, "none", 3), hasattr(shy, "none"))
del shy.kind, shy.own
print(getattr(shy, "kind"), getattr(shy, "own", "gone"), hasattr(shy, "own"), hasattr(shy, "data"))
