import inspect

from decorator import contextmanager, decorate, decorator


@decorator
def trace(f, times=1, *args, **kw):
    print("call", f.__name__, args, kw)
    return [f(*args, **kw)] * times


@trace(times=2)
def add(x, y: int = 2, *rest, z=3) -> int:
    """Add."""
    return x + y + z


def memo(f):
    cache = {}

    def inner(f, *args):
        return cache.setdefault(args, f(*args))
    return decorate(f, inner)


@memo
def square(n):
    print("computing")
    return n * n


@contextmanager
def block(name):
    print("<", name)
    yield
    print(">", name)


print(add(1), inspect.signature(add), add.__doc__, square(3), square(3))
with block("b"):
    pass
block("d")(lambda: print("in"))()
