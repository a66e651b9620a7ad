# Small things that random calls and programs have shown.


def outcome(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


class MyInt(int):
    pass


class MyFloat(float):
    pass


class MyComplex(complex):
    pass


class MyStr(str):
    pass


class Wrong:
    def __format__(self, spec):
        return 5

    def __str__(self):
        return 6

    def __repr__(self):
        return 7


class Own:
    def __init__(self):
        self.next = None

    __bool__ = None


for value in (MyInt(1), MyFloat(1), MyComplex(1), MyStr("a")):
    for spec in ("q", "5.5.5"):
        print(outcome(format, value, spec), outcome(value.__format__, spec))
for text in ("{0:{a}}", "{0:5}", "{0!s}", "{0!r}"):
    print(outcome(text.format, Wrong(), 1) if "a" not in text else outcome(lambda: text.format(Wrong(), a=1)))
print(outcome(format, Wrong()), outcome(format, Wrong(), "3"))
print(outcome(lambda: f"{Wrong()}"), outcome(lambda: f"{Wrong():3}"))
print(outcome(lambda: f"{Wrong()!s}"), outcome(lambda: f"{Wrong()!r}"))
print(outcome(bool, Own()), outcome(lambda: 1 if Own() else 2))
for value in (1, "", [], {}.items(), ValueError()):
    print(outcome(getattr, value, "__module__"), outcome(setattr, value, "__module__", 1))
print(int.__module__, ValueError.__module__, "__module__" in vars(int), "__module__" in dir(1))
print(repr(int), repr(ValueError), repr(type({}.items())))
for iterator in (iter(range(3)), iter([1]), iter({5}), (i for i in "xy")):
    print(outcome(iterator.__init__, 1, 2), outcome(object().__init__, 1))
data = bytearray(b"a")
for value in ([1], 300, "x", 1):
    print(outcome(data.__setitem__, 5, value))
print(outcome(data.__setitem__, -1, 98), data)
view = memoryview(b"abcdef")
print(outcome(float, view[::2]), outcome(float, memoryview(b"1.5")))
print(view.__ge__(b"a"), view.__lt__(bytearray(b"x")), bytearray(b"a") < view, outcome(lambda: view < b"x"))
print(outcome(float.fromhex, "\udfff"))
print(outcome("a".encode, "no-such", (1,)), outcome(b"a".decode, "no-such", 1), outcome(str, b"a", "no-such", 2))
print(outcome(sum, 1.5, b"x"), outcome(sum, [b"x"], b"x"), outcome(sum, [], ""))
print(outcome(super, 1, 2, 3), outcome(super, 1), outcome(lambda: super(type=int)))
bare = super.__new__(super)
print(bare, bare.__thisclass__, bare.__self__, outcome(getattr, bare, "x"))


class NoIterator:
    def __iter__(self):
        return 5


class Octets(bytearray):
    pass


def times(a, b):
    a *= b
    return a


def plus(a, b):
    a += b
    return a


print(outcome(lambda: 3 in NoIterator()))
print(outcome(times, Octets(b"ab"), None), outcome(times, Octets(b"ab"), 2), outcome(plus, Octets(b"a"), b"b"))
print(outcome("abc".replace, None, "q"), outcome("abc".join, None), outcome(format, 1, None))
print(outcome(b"ab".hex, bytearray(b"a")), outcome(b"ab".hex, b"-"))
print(ascii(outcome(bytes.decode, b"\x80A\xfe", "utf-32-le", "surrogateescape")))


class MySet(set):
    def __repr__(self):
        return "<" + super().__repr__() + ">"


print(MySet({1}), MySet(), set.__repr__(MySet({2})), frozenset.__str__(frozenset({3})))
print(outcome(lambda: print >> [1]), outcome(lambda: len >> 1))
print((256).__and__({1: 2}.keys()), (2.5).__sub__({}.items()), {1: 2}.keys().__rand__([1]))
print(ExceptionGroup("g", [ValueError()]).__module__)


def delete(value, name):
    delattr(value, name)


def assign(items, key, value):
    items[key] = value
    return items


problem = UnicodeDecodeError("utf-8", b"a", 0, 1, "bad")
print(outcome(delete, problem, "start"), outcome(delete, problem, "end"), problem.start)
print(outcome(assign, [1, 2], slice(0, 1), NoIterator()), outcome(assign, [1, 2], slice(None, None, 2), 5))
print(outcome(assign, [1, 2], slice(0, 1), iter("ab")), outcome(assign, [1, 2], slice(0, 1), (i for i in "xy")))
print(outcome(pow, 1, 2, 3j), outcome(pow, 1, 2.5, 3j), outcome(pow, 1j, 2.5, 3), outcome(pow, 2, 3, 5))
print(outcome(str, b"a", None), outcome("a".encode, None))


class Backwards:
    def __index__(self):
        return "2"

    __int__ = __float__ = __bytes__ = __index__


class Number(int):
    pass


def modulo(a, b):
    before = a
    a %= b
    return a is before, a


reverse, grid = memoryview(b"abcdef")[::-1], memoryview(bytearray(range(12))).cast("B", (3, 4))
print(outcome(str, reverse, "ascii"), outcome(bytearray(b"x").extend, reverse), outcome(list, reversed(grid)))
print(bytearray(b"a").__ge__(reverse), bytearray(b"a").__eq__(reverse), bytearray(b"a").__ne__(memoryview(b"abc")[::2]))
print(bytearray(b"fedcba") == reverse, outcome(lambda: bytearray(b"fedcba") < reverse), bytearray(b"b") < memoryview(b"c"))
print(outcome("\xe9\x00\u0100".encode, "cp1252", "surrogatepass"), outcome(b"a\x81".decode, "cp1252", "surrogatepass"))
print(b"xay".rpartition(bytearray(b"a")), b"xay".partition(Octets(b"a")), bytearray(b"xay").partition(b"a"))
print(outcome(b"ab".hex, bytearray(b"a,b")), outcome(b"ab".hex, []), outcome(b"ab".hex, "\xe9"))
print(outcome(lambda: b"%i" % b"x"), outcome(lambda: b"%u" % Backwards()), outcome(lambda: "%x" % Backwards()))
print(outcome(lambda: "%d" % Backwards()), outcome(lambda: b"%f" % Backwards()), outcome(lambda: b"%s" % Backwards()))
print(outcome(lambda: "%c" % Backwards()), outcome(lambda: b"% #*.50b" % (2**62, 2.5)))
print(outcome(lambda: " %(b) " % {"a": 1}), outcome(lambda: b" %(b)" % {b"b": 1}), outcome(lambda: "%(b)*d" % {"b": "x"}))
print(outcome(lambda: "%(b)*d" % {"b": 5}), outcome(lambda: "%(b)99999999999999999999d" % {}), outcome(lambda: "%*" % ()))
print(outcome(lambda: "%(a" % 5), outcome(lambda: "%(a)s %s" % {"a": 1}), "%(a)s %(b)s" % {"a": 1, "b": 2})
print(modulo(b"abc", []), modulo(b"", ()), modulo("abc", {}), modulo(type("Text", (str,), {})("abc"), [1]))
print([empty * 0 is empty for empty in (b"", "", ())])
items = (i for i in "xy")
print(next(items), items.__del__(), list(items))
print(outcome(float.__getformat__, "a\udc80b"), outcome(float.__getformat__, "a\0b"))
print(outcome(lambda: type([], a=1)), outcome(lambda: type(a=1)), outcome(lambda: type(1, 2, a=1)))
print(Number(5).__ror__({1: []}.items()), outcome(lambda: {1: []}.items() | Number(5)), outcome(lambda: {1: 2}.items() & Number(5)))
print(outcome(lambda: Number(5) ^ {1: 2}.keys()), outcome({1: []}.items().__or__, NoIterator()))
print([format(-2.5, "\u0663"), format(25, "\u06635"), format(2.5, "1\u0663.1\u0663f"), format("a", "\uff13")])
print(outcome(Octets(b"a").__add__, Number(5)), outcome(Octets(b"a").__iadd__, Number(5)))
print(outcome(memoryview(b"abc").cast, None), memoryview._from_flags(memoryview(b"ab"), 1).tobytes())
print(outcome(lambda: b"%c" % Backwards()), type("X".partition(MyStr("X"))[1]), type("aX".rpartition(MyStr("X"))[1]))
print("{\u0663}".format(1, 2, 3, 4), "{0[\u0661]}".format("abc"), outcome("{99999999999999999999a}".format, 1))
print({1: []}.items() ^ {1: []}.items(), sorted({1: 2, 3: 4}.items() ^ {1: 2, 3: 5}.items()))
print(frozenset({1}).__or__({1: []}.items()), {1}.__rxor__({1: 2}.keys()), {1} | {2: 3}.keys(), {1: 2}.keys() & frozenset({1, 2}))
print(outcome(compile, " 12 ", "f", "eval"), outcome(compile, "\n# x\n\t12", "f", "eval"))
