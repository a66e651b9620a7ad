# More small things that random calls have shown.


def outcome(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def assign(items, key, value):
    items[key] = value
    return items


class Shows:
    def __format__(self, spec):
        return ascii(spec)


class MyFloat(float):
    pass


class MyDict(dict):
    pass


class Written(BlockingIOError):
    pass


# Lone surrogates in format specifications.
for value in (5, 2.5, "a", 1j, True):
    for spec in ("\ud800<5", "\ud800", "\udfff>9d", "\ud800=9.2f", "5d\ud800", "\udfff\ud800", "\udfff^7s", "\ud800,"):
        print(ascii(outcome(format, value, spec)))
print(ascii(f"{5:\ud800<4}{'a':\udfff^4}{Shows():\ud800}"), ascii("{:{}}{!r}".format(5, "\ud800<3", "\udfff")))
print(outcome("{!\ud800}".format, 1), outcome(lambda: "%\ud800" % 1), ascii("{:\ud800}".format(Shows())))

# ... and in the names of attributes.
for value in (1, int, outcome, super(int, 1)):
    for f in (getattr, delattr):
        print(ascii(outcome(f, value, "\ud800")), ascii(outcome(getattr, value, "a\udfff")))
print(ascii(outcome(setattr, 1, "\ud800", 1)), ascii(outcome(sorted, [1], **{"\ud800": 1})))
print(ascii(outcome(max, 1, **{"\ud800": 1})), ascii(outcome(range(3).index, "\ud800")))

# Sizes that cannot be.
for value in (b"", b"abc", "abc"):
    for method in (value.zfill, value.ljust, value.center):
        print(outcome(method, 2**63 - 1), outcome(method, 2**63), outcome(method, -(2**63)), outcome(method, 2**62))
print(outcome(b"abc".__mul__, 2**62), outcome("abc".__mul__, 2**62), outcome([1].__mul__, 2**63 - 1), b"".__mul__(2**62))
print(outcome(bytes, 2**63 - 1), outcome(bytes, 2**62), outcome(bytearray, 2**63 - 1))
print(outcome((5).to_bytes, 2**63 - 1), outcome((5).to_bytes, 2**62))
for text in ("%*f", "%*d", "%*r", "%-*f"):
    print(outcome(lambda: text % (-(2**63), 1.0)), outcome(lambda: text.encode() % (2**63, 1.0)))

# Iterators over ranges of large numbers.
for items in (range(2**70, 2**70 + 3), range(2**62, 2**62 + 3), range(0, 2**64, 2**62), range(0, -(2**70), -(2**69))):
    forth, back = iter(items), reversed(items)
    print(type(forth).__name__, type(back).__name__, next(forth), forth.__length_hint__(), forth.__reduce__()[1:])
    print(next(back), back.__length_hint__(), forth.__setstate__(1), next(forth, "end"), forth.__setstate__(10**9))
    print(list(forth), outcome(forth.__setstate__, "a"), outcome(forth.__setstate__, 10**30), type(forth) is type(iter(range(3))))
print(outcome(format, iter(range(10**30)), "x"), outcome(list, range(10**30)), outcome(tuple, iter(range(10**30))))

# Views of two dimensions, and empty ones.
grid, nothing = memoryview(bytearray(12)).cast("B", (3, 4)), memoryview(b"")[::-1]
print(outcome(assign, grid, 10**30, 1), outcome(lambda: grid[10**30]), outcome(assign, grid, (0, 10**30), 1))
print(nothing.c_contiguous, nothing.contiguous, outcome(str, nothing, "ascii"), outcome(b"".join, [nothing]))
print(outcome(float, nothing), outcome(lambda: b"" + nothing), bytes(nothing), nothing == b"")
print(outcome(nothing.cast, "B"), outcome(memoryview(b"a").cast, "\u2160"))

# Calls of `type`, and what bound methods are called in messages.
print(type.__call__(type, 5), outcome(type.__call__, type, 5, a=1), outcome(type.__call__, type))
print(outcome(MyFloat(1.5).is_integer, 1), outcome(MyFloat.is_integer, MyFloat(1.5), 1), outcome(MyFloat.fromhex))
print(outcome(MyDict().fromkeys, a=1), outcome(MyDict().keys, 1), outcome(MyDict().get, a=1), outcome({}.keys, a=1))
print(outcome((1).__add__, a=1), outcome([].__len__, a=1), outcome("".__contains__, a=1), outcome([].__getitem__, a=1))

# Texts of exceptions.
for e in (
    OSError(2, "\ud800", "\udfff"),
    UnicodeEncodeError("\ud800", "a", 0, 1, "\udfff"),
    UnicodeTranslateError("a\ud800", 1, 2, "\udfff"),
    UnicodeDecodeError("\ud800", b"ab", 0, 2, "\udfff"),
    SyntaxError("\ud800", ("a/\udfff", 1, 2, "a")),
    SyntaxError("m", ("f", None, None, None)),
    ExceptionGroup("\ud800", [ValueError()]),
):
    print(ascii(str(e)))

# Expressions that are none.
for text in (" \x0b1", " \n x\r\n\x0b", "*a", "a, *b", "{*a: 1}", "{1: 2, *b: 3}", "[x for x in *a]", "a(**)", "{:}", "{ : 1}", "ur'a'", "x + fu'a'", "", " "):
    try:
        compile(text, "f", "eval")
    except SyntaxError as e:
        print(type(e).__name__, e, e.args)
for text in ("1\n 2", "1\n\t2", "1\n2", "(1\n 2)", "(1 +\n for)", "1 # x\n 2\n3"):
    print(outcome(compile, text, "f", "eval"))

# How many characters were written.
for kind in (BlockingIOError, Written, OSError):
    for third in (3, 3.0, 2**70, True, "a", None, -1, 1j):
        made = outcome(kind, 11, "x", third)
        print(repr(made), getattr(made, "args", ""), getattr(made, "characters_written", "-"), getattr(made, "filename", ""))

# An empty dict becomes a copy of what it is updated with.
items = {"a": 1}
back = reversed(items)
items.pop("a")
items.update(q=1)
items.pop("q")
items.update(r=1)
print(list(back), items)

# The order in which arguments are looked at.
print(outcome(sorted, 5, foo=1), outcome(sorted, [2, 1], foo=1), outcome({1}.union, [[]], 5), outcome({1}.union, 5, [[]]))
print(outcome({1}.difference_update, [1], 5), outcome({1}.isdisjoint, 5), outcome({1: 2}.keys().isdisjoint, 5))
pairs, numbers = {1: []}.items(), {1: 2}.keys()
print(outcome(lambda: pairs & {1}), outcome(lambda: {1} == pairs), outcome(lambda: pairs & {1: []}.items()))
print(numbers & frozenset({1, 2}), numbers & {3}, {1} == numbers, {1} < numbers, {1, 2} > numbers, numbers >= {1})
print(outcome("a".__mul__), outcome([].__imul__, 1, 2), outcome((1).__mul__), outcome("a".__getattribute__))
print(outcome(BaseExceptionGroup, 1.5, 2, a=1), outcome(BaseExceptionGroup, "m", [ValueError()], a=1))

# Doubled braces beside lone surrogates.
n = 5
print(ascii(f"\ud800{{{n}}}"), ascii(f"{{\ud800}}{n}{{}}\N{BULLET}}}"), ascii(f"�{{}}{n:\ud800<3}"))
print(ascii(f"}}\ud800{{"), ascii(f"{{" "\ud800" f"\ud800{{" "{{"), ascii(rf"�\{{{n}"), [f"{{\ud800" for f in "a"] == ["{\ud800"])

# Initialising again, hexadecimal digits that are none, and remainders that are the dividend itself.
print(outcome(OSError(2, "x").__init__, 3, a=1), outcome(OSError, a=1), outcome(Written, 1, 2, a=1))
print(outcome(bytes.fromhex, ".\u0661"), outcome(bytearray.fromhex, "61 \ud800"), outcome(bytes.fromhex, "6."))
for a, b in ((10**18, 10**30), (-(2**60), -(2**62)), (2**60, 2**60 + 1), (10**18, -(10**30)), (10**30, 10**18)):
    print(a % b is a, a % b)


class Keyed:
    def __getitem__(self, key):
        return key


# Which of several mistakes is found.
print(outcome(memoryview._from_flags, b"a", 10**30), bytearray(b"a").partition(memoryview(b"abcdef")[::2]))
print(outcome(b"a".partition, memoryview(b"abcdef")[::2]), bytearray(b"xacey").rpartition(memoryview(b"abcdef")[::2]))
print({1}.__eq__({1: 2}.keys()), {1: 2}.keys().__eq__({1}), frozenset({1}).__lt__({1: 2}.items()), {1} <= {1: 2}.keys())
print(outcome(str.maketrans, 1, "a", 2), outcome(str.maketrans, 1, "a", "b"), outcome(reversed, Keyed()))
print(outcome(compile, "\n )a", "f", "eval"), outcome(compile, "a\n )", "f", "exec"), outcome(compile, ")", "f", "eval"))
