"""Calls: of functions, of builtin functions and of methods, and recursion."""


def nothing():
    pass


def same(x):
    return x


def second(a, b, c):
    return b


def python_functions(rounds):
    for _ in range(rounds):
        nothing()
        nothing()
        a = same(1)
        b = same(a)
        c = second(a, b, 3)
        nothing()
        a = same(c)
        b = second(b, a, c)
        nothing()
        c = same(b)
    return c


def with_defaults(a, b=2, c=3, *, d=4):
    return a + b + c + d


def with_rest(a, *rest, **named):
    return a + len(rest) + len(named)


def complex_functions(rounds):
    for _ in range(rounds):
        a = with_defaults(1)
        a = with_defaults(a, 5)
        a = with_defaults(1, c=a)
        a = with_defaults(1, 2, 3, d=a)
        a = with_rest(a)
        a = with_rest(a, 1, 2, 3)
        a = with_rest(a, x=1, y=2)
        a = with_rest(a, 1, z=3)
        a = with_defaults(*(a, 2, 3))
        a = with_rest(a, *(1, 2), **{"k": 1})
    return a


def builtin_functions(rounds):
    text, numbers = "some text", [3, 1, 2]
    for _ in range(rounds):
        a = len(text)
        b = abs(-a)
        c = min(a, b)
        a = max(b, c, 7)
        b = ord("x")
        d = chr(b)
        c = len(numbers)
        a = sum(numbers)
        e = isinstance(a, int)
        f = hash(d) == hash(d)
        b = divmod(a, 4)
    return (a, b, c, d, e, f)


class Thing:
    def __init__(self):
        self.x = 0

    def nothing(self):
        pass

    def keep(self, x):
        self.x = x

    def get(self):
        return self.x

    def both(self, a, b):
        self.x = a
        return b


def python_methods(rounds):
    thing = Thing()
    for _ in range(rounds):
        thing.nothing()
        thing.keep(3)
        a = thing.get()
        b = thing.both(a, 4)
        thing.nothing()
        thing.keep(b)
        c = thing.get()
        thing.both(c, a)
        thing.nothing()
        b = thing.get()
    return (a, b, c)


def down(n):
    if n > 0:
        return down(n - 1) + 1
    return 0


def recursion(rounds):
    for _ in range(rounds):
        a = down(12)
    return a


TESTS = [
    ("PythonFunctionCalls", 180000, python_functions, 1),
    ("ComplexPythonFunctionCalls", 32000, complex_functions, 54),
    ("BuiltinFunctionCalls", 77000, builtin_functions, (6, (1, 2), 3, 'x', True, True)),
    ("PythonMethodCalls", 170000, python_methods, (3, 4, 4)),
    ("Recursion", 91000, recursion, 12),
]
