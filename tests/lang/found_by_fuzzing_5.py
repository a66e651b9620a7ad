"""What comparing random programs with CPython found: which of several mistakes is told of, and how exceptions are
chained."""


def show(function):
    try:
        print(function())
    except Exception as e:
        print(type(e).__name__, e)


# What is missing comes before what is given twice, and that before a name that there is not.
show(lambda: memoryview(b"")._from_flags(slice(1.5), object=2))
show(lambda: "a".encode("utf-8", encoding="a", foo=2))
show(lambda: compile("a", source="b", zz=1))
show(lambda: pow(2, base=3))
show(lambda: pow(2, base=3, exp=1))
show(lambda: pow(2, zz=3))
show(lambda: sum([1], foo=2, start=1))
show(lambda: int.from_bytes(foo=1))

for given in [], [[1]], [[1], 2]:
    for named in {"iterable": [2]}, {"start": 3}, {"zz": 1}, {"start": 3, "iterable": [2]}, {"start": 3, "zz": 3, "yy": 1}:
        show(lambda: list(enumerate(*given, **named)))

# Several surrogates in a row are told of together.
show(lambda: float.fromhex("\udfff\ud800"))
show(lambda: float.fromhex("a\udfff"))
show(lambda: type("a\udfff\udfff\udfffb", (), {}))


def chain(function):
    try:
        try:
            1 / 0
        except ZeroDivisionError:
            function()
    except BaseException as e:
        print(type(e).__name__, repr(e.__context__))


def run_out():
    raise MemoryError


# A MemoryError that comes from inside is chained to nothing.
chain(lambda: "c" * 2**60)
chain(lambda: [1] * 2**60)
chain(lambda: 1 << 2**62)
chain(lambda: "%*d" % (2**60, 1))
chain(run_out)


class Whole(int):
    pass


def unite(a, b):
    a |= b
    return a


# Messages name the class of what is there; a frozenset is walked, and what it is looked up in need not be hashable.
show(lambda: unite({}, Whole(5)))
show(lambda: {1: [], 2: 3}.items() & frozenset(range(9)))
show(lambda: {1: [], 2: 3}.items() & {7})
show(lambda: {1: [], 2: 3}.items() & {7, 8})
show(lambda: {1: 1, 2: 3}.items() & {(1, 1), 8})
show(lambda: {1: [], 2: 3}.items() & {4: 4}.items())

# Zeros behind the last digit are left out, however many were asked for.
show(lambda: "%.*g" % (2**31 - 1, 2**63))
show(lambda: b"-%.*LG" % (2**31 - 1, 1.5))


def judge(source):
    try:
        compile(source, "<text>", "exec")
    except SyntaxError as e:
        print(repr(source), e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset)


# Brackets that are never closed, after what takes one and after what does not.
for text in ["def foo(", "\ndef foo(", "class C(a, ", "def foo[", "async def foo(a", "from x import (a,", "def f() -> (", "def f(a=("]:
    judge(text)
for text in ["def (", "def f() (", "def f x (", "class C() (", "async def (", "from x (", "import a, (", "global x, (", "pass ("]:
    judge(text)
for text in ['"\\\n"(1 for c in I,\\\n\\', "'a\\\n' + (", "x = \\\n (", "'abc\n("]:
    judge(text)
# What was a statement once, with what cannot be its operand.
for text in ["print in lambda x: -x", "exec is lambda: 1", "print for x in y", "print import", "print yield", "print x", "print not x"]:
    judge(text)


# Of what class too many arguments are said to be: of the one that is made, where CPython asks for its name.
class Named(set):
    pass


class Frozen(frozenset):
    pass


class Real(float):
    pass


show(lambda: Named({1, 2}).__init__(1, 2))
show(lambda: Named(1, 2, 3))
show(lambda: Frozen(1, 2))
show(lambda: frozenset.__new__(Frozen, 1, 2))
show(lambda: float.__new__(Real, 1, 2))
show(lambda: set.__init__(set(), 1, 2))


# What iter() says of an object that it finds wrong is replaced where bytes are made of it.
class Wrong:
    def __iter__(self):
        return 3


class Refuses:
    def __iter__(self):
        raise TypeError("mine")


class Fails:
    def __iter__(self):
        raise ValueError("mine")


class Barred:
    __iter__ = None


class Ends:
    def __iter__(self):
        return self

    def __next__(self):
        raise TypeError("next")


for kind in [Wrong, Refuses, Fails, Barred, Ends]:
    show(lambda: bytes(kind()))
    show(lambda: bytearray(kind()))
    show(lambda: bytearray(b"abc").extend(kind()))
    show(lambda: bytearray(b"abc").__setitem__(slice(1), kind()))
    show(lambda: int.from_bytes(kind()))
    show(lambda: [*kind()])
    show(lambda: print(*kind()))
show(lambda: bytearray(b"abc").extend(""))
show(lambda: bytearray(b"abc").extend("a"))
one, other = 3 + 0j, 3 + 0j
print(one is other, 3 + 0j, 3 - 0j, -0.0 + 0j, 0 + -0j)
# Names are refused for the builtin type.
show(lambda: Named().__init__(k=1))
show(lambda: Named(1, 2, k=3))
show(lambda: Named().__init__(1, 2, k=3))
show(lambda: Frozen(1, 2, k=3))
