"""Arguments and parameters in all combinations: defaults, names, both, what is missing, too many, said twice."""


def plain(a, b=2, c=3):
    return a, b, c


def only(a, /, b, *, c=30, d):
    return a, b, c, d


def rest(a, *more, b=5, **named):
    return a, more, b, sorted(named.items())


def both(a, /, *more, **named):
    more += (a,)
    named["a"] = named.get("a", 0)
    return more, named


def long(a, b, c, d, e, f, g=7, h=8, i=9, j=10, k=11, l=12, m=13, n=14, o=15, p=16, *, q=17):
    return sum((a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q))


def numbers(n, step=1):
    at = 0
    while at < n:
        yield at
        at += step


class Made:
    count = 0

    def __init__(self, a, b=20, *, c=None):
        Made.count += 1
        self.all = [a, b, c]

    def method(self, x, y="y", *, z="z"):
        return self.all, x, y, z

    @classmethod
    def of(cls, a, c=1):
        return cls(a, c=c)

    @staticmethod
    def free(a, b=0):
        return a - b


def closure(k):
    def inner(a, b=k):
        return a * 100 + b * 10 + k
    return inner


m = Made("m")
bound, inner = m.method, closure(4)
CALLS = [
    lambda: plain(1), lambda: plain(1, 5), lambda: plain(1, c=5), lambda: plain(c=1, a=2), lambda: plain(b=1),
    lambda: plain(), lambda: plain(1, a=2), lambda: plain(1, 2, 3, 4), lambda: plain(1, x=2), lambda: plain(1, 2, b=3),
    lambda: only(1, 2, d=4), lambda: only(1, b=2, d=4, c=5), lambda: only(a=1, b=2, d=3), lambda: only(1, 2), lambda: only(1, 2, 3, d=4),
    lambda: rest(1), lambda: rest(1, 2, 3, b=4, x=5), lambda: rest(b=1), lambda: rest(1, a=2),
    lambda: both(1), lambda: both(1, a=2), lambda: both(1, 2, 3, b=4, a=5, c=6), lambda: both(a=1), lambda: both(),
    lambda: long(1, 2, 3, 4, 5, 6), lambda: long(1, 2, 3, 4, 5, f=6, p=0), lambda: long(1, 2, 3, 4, 5, 6, q=1), lambda: long(1, 2),
    lambda: list(numbers(3)), lambda: list(numbers(6, step=2)), lambda: list(numbers(step=2, n=3)),
    lambda: Made(1).all, lambda: Made(1, 2).all, lambda: Made(1, c=2).all, lambda: Made(b=1, a=2, c=3).all, lambda: Made(c=1),
    lambda: Made(1, 2, 3), lambda: Made(1, d=2), lambda: Made.of(1).all, lambda: Made.of(c=1, a=2).all, lambda: Made.free(3), lambda: Made.free(b=3, a=9),
    lambda: m.method(1), lambda: m.method(1, z=2), lambda: m.method(y=1, x=2), lambda: m.method(), lambda: bound(1), lambda: bound(1, z=0),
    lambda: bound(y=1), lambda: Made.method(m, 1, z=3), lambda: inner(1), lambda: inner(1, b=2), lambda: inner(b=1),
]
for turn in range(2):
    for call in CALLS:
        try:
            print(call())
        except TypeError as e:
            print("TypeError:", e)
    # What functions say about themselves is asked at each call.
    plain.__defaults__ = ("new", "er")
    only.__kwdefaults__ = {"c": "given", "d": "too"}
    bound.__func__.__defaults__ = None
print(Made.count)
