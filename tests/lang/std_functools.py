import functools
from functools import cache, cached_property, lru_cache, partial, partialmethod, reduce, singledispatch, singledispatchmethod, total_ordering, update_wrapper, wraps, cmp_to_key


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


def logged(f):
    @wraps(f)
    def inner(*args, **kw):
        """inner doc"""
        return f(*args, **kw) * 2
    return inner


@logged
def add(a, b=1):
    """add doc"""
    return a + b


print(add(1), add.__name__, add.__doc__, add.__wrapped__(1), add.__qualname__, add.__module__)


@lru_cache(maxsize=2)
def square(x):
    """square doc"""
    return x * x


print(square(2), square(2), square(3), square(4), square(2), square.cache_info(), square.cache_parameters())
print(square.__name__, square.__doc__, square.__wrapped__(9))
square.cache_clear()
print(square.cache_info())


@lru_cache
def plain(x):
    return x


@cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(plain(1), plain.cache_info(), fib(40), fib.cache_info(), fib.cache_parameters())
show(lru_cache, "x")


class C:
    def __init__(self):
        self.n = 0

    @cached_property
    def value(self):
        """value doc"""
        self.n += 1
        return self.n * 10

    def scale(self, factor, x):
        return factor * x

    double = partialmethod(scale, 2)
    half = partialmethod(scale, x=0.5)

    @lru_cache(None)
    def cached(self, x):
        self.n += 1
        return x

    @singledispatchmethod
    def kind(self, arg):
        return "object"

    @kind.register
    def _(self, arg: int):
        return "int"

    @kind.register(str)
    def _(self, arg):
        return "str"


c = C()
print(c.value, c.value, c.n, c.__dict__, C.value.__doc__)
del c.value
print(c.value, c.double(4), c.half(8), c.cached(1), c.cached(1), c.n, c.kind(1), c.kind("a"), c.kind(2.0))


@total_ordering
class Version:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == other.n

    def __lt__(self, other):
        return self.n < other.n


print(Version(1) <= Version(2), Version(1) > Version(2), Version(2) >= Version(2), Version(3) > Version(1))


@total_ordering
class Bad:
    def __lt__(self, other):
        return NotImplemented


show(lambda: Bad() <= Bad())
show(total_ordering, type("X", (), {}))


@singledispatch
def describe(x):
    return "thing"


@describe.register
def _(x: int):
    return "number"


@describe.register(list)
@describe.register(tuple)
def _(x):
    return "sequence"


print(describe(1), describe(True), describe([]), describe(()), describe("s"), describe.dispatch(bool) is describe.dispatch(int), sorted(t.__name__ for t in describe.registry))
show(describe)
show(describe.register, 5)
p = partial(int, base=2)
print(p("1010"), p, partial(p, "11")(), reduce(lambda a, b: a * b, range(1, 6)), sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a)))
print(functools.WRAPPER_ASSIGNMENTS[:4], functools.WRAPPER_UPDATES)


def target():
    pass


update_wrapper(target, add)
print(target.__name__, target.__wrapped__ is add)
