"""type, isinstance, issubclass, callable, getattr and friends, numbers of all kinds, builtin functions."""


class A:
    pass


class B(A):
    def __instancecheck__(self, other):
        return False


class AnyEven(type):
    def __instancecheck__(cls, value):
        print("asked about", value)
        return value % 2 == 0


class Even(metaclass=AnyEven):
    pass


print(isinstance(4, Even), isinstance(5, Even), isinstance(B(), A), issubclass(B, A), issubclass(bool, int), isinstance(True, int))
print(type(1), type("s").__name__, type(None), type([]) is list, type(A()) == A, type(A), type(type))
print([type(x).__name__ for x in (1, 1.5, 1j, "s", b"b", [], (), {}, set(), None, ..., NotImplemented, len, A, lambda: 0, range(1))])
print(isinstance(1, (str, int)), isinstance([], (list, tuple)), isinstance("x", (int, (bytes, str))))
print(callable(len), callable(A), callable(A()), callable(lambda: 0))
print(getattr("abc", "upper")(), getattr(A, "missing", 5), hasattr([], "append"), len([n for n in ("x", "y") if n in vars(A)]))
b = B()
print(type(b).__name__, b.__class__ is B, isinstance(b, B))
C = type("C", (A,), {"x": 1, "f": lambda self: self.x + 1})
print(C().f(), C.__name__, C.__bases__[0].__name__, C.__module__)
print(abs(-3), bin(5), chr(65), divmod(7, 2), hash(5), hex(16), len("abc"), max(1, 2), min([3, 2]), oct(8), ord("A"), pow(2, 5), repr("r"), round(2.7))
print(bool(""), int("5"), float(2), str(1.0), list("ab"), tuple([1]), dict(a=1), set([1]), complex("1+2j"), bytes(b"x"), frozenset())
print(all([]), any([]), sorted("ba"), sum([1, 2]), next(iter([7])), format(255, "x"), ascii("ü"), list(zip("ab", "cd")))
print(dir(A()) == sorted(dir(A())), "__init__" in dir(A), object() == object(), isinstance(A, type), issubclass(type, object))


def f(a, b=2):
    "Adds."
    return a + b


print(f.__name__, f.__doc__, f.__defaults__, f.__code__.co_varnames, f.__module__, f.__qualname__)
f.note = "an attribute"
print(f.note, f.__dict__)
try:
    issubclass(1, int)
except TypeError as e:
    print(e)
try:
    class D(bool):
        pass
except TypeError as e:
    print(e)
