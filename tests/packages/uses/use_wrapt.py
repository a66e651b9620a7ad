import wrapt


@wrapt.decorator
def trace(wrapped, instance, args, kwargs):
    print("call", wrapped.__name__, type(instance).__name__, args, kwargs)
    return wrapped(*args, **kwargs)


@trace
def f(a, b=2):
    "doc"
    return a + b


class A:
    @trace
    def m(self, x):
        return x

    @trace
    @classmethod
    def c(cls):
        return cls.__name__


print(f(1), f.__doc__, f.__name__, A().m(3), A.c())
p = wrapt.ObjectProxy([1, 2])
p.append(3)
print(p, len(p), isinstance(p, list), p + [4], p.__wrapped__)


class Counted(wrapt.ObjectProxy):
    n = 0

    def append(self, x):
        self.n += 1
        self.__wrapped__.append(x * 2)


c = Counted([])
c.append(1)
print(c, c.n, c == [2], bool(c))
