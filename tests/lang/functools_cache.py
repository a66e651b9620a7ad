from _functools import _lru_cache_wrapper as wrapper


def info(*parts):
    return parts


def cached(maxsize, typed=False):
    return lambda f: wrapper(f, maxsize, typed, info)


calls = []


@cached(None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(30), fib.cache_info())
fib.cache_clear()
print(fib.cache_info(), fib(5), fib.cache_info())


@cached(3)
def square(x, *rest, **kw):
    calls.append(x)
    return x * x if isinstance(x, (int, float)) else (x, rest, kw)


for x in (1, 2, 3, 1, 4, 2, 1, 5, 3, 1):
    square(x)
print(calls, square.cache_info())
calls.clear()
print(square("a", 1, k=2), square("a", 1, k=2), square("a", 1, k=3), square("a", k=2))
print(square(2), square(2.0), square(True), square(1), calls, square.cache_info())


@cached(None, True)
def typed(x):
    calls.append(x)
    return type(x).__name__


calls.clear()
print(typed(1), typed(1.0), typed(True), typed(1), typed(x=1), calls, typed.cache_info())


@cached(0)
def never(x):
    return x + 1


print(never(1), never(1), never.cache_info())


@cached(-5)
def negative(x):
    return x


print(negative(1), negative.cache_info())


class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        calls.append("hash")
        return self.n

    def __eq__(self, other):
        calls.append("eq")
        return self.n == other.n


@cached(2)
def keyed(k):
    return k.n


calls.clear()
print(keyed(Key(1)), keyed(Key(1)), keyed(Key(2)), keyed(Key(3)), keyed(Key(1)), calls, keyed.cache_info())


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


@cached(4)
def failing(x):
    if x < 0:
        raise ValueError(x)
    return x


show(failing, -1)
show(failing, -1)
show(failing, [])
show(failing)
print(failing.cache_info())
show(wrapper, 5, None, False, info)
show(wrapper, len, "x", False, info)


class C:
    @cached(None)
    def method(self, x):
        calls.append((type(self).__name__, x))
        return x * 2

    static = staticmethod(cached(None)(lambda x: x))


calls.clear()
c, d = C(), C()
print(c.method(1), c.method(1), d.method(1), C.method(c, 1), C.static(4), c.static(4), calls, C.method.cache_info())
fib.__doc__ = "doc"
fib.extra = 1
print(fib.__doc__, fib.extra, fib.__dict__, type(fib).__name__, type(fib).__module__)
import_like = wrapper(len, None, False, info)
print(import_like("abc"), import_like("abc"), import_like.cache_info(), import_like.__copy__() is import_like)


@cached(2)
def again(n):
    if n > 0 and len(calls) < 5:
        calls.append(n)
        return again(n)
    return n


calls.clear()
print(again(3), again.cache_info(), calls)
