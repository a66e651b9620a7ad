# Differences that random calls and programs found, third part: arguments, classes as objects, tokens before grammar.
import warnings

warnings.simplefilter("ignore")


def outcome(f, *args, **kw):
    try:
        return f(*args, **kw)
    except BaseException as e:
        return f"{type(e).__name__}: {e}"


class Fails:
    def __index__(self):
        raise ValueError("index fails")

    def __float__(self):
        raise ValueError("float fails")

    def __iter__(self):
        raise TypeError("iter fails")


class Wrong:
    def __index__(self):
        return "2"

    def __complex__(self):
        return 1

    def __iter__(self):
        return 5


class Index:
    def __index__(self):
        return 2**70


class Text(str):
    pass


class Items(list):
    pass


class Floating(float):
    pass


# What fails to be a number is asked for bytes, what fails to be iterated over is no iterable.
for text in (b"abc", bytearray(b"abc")):
    print(outcome(lambda: Fails() in text), outcome(lambda: Wrong() in text), outcome(lambda: 97 in text), outcome(lambda: 300 in text))
for separator in (b",", bytearray(b","), ","):
    print(outcome(separator.join, Wrong()), outcome(separator.join, Fails()), outcome(separator.join, 5))
print(super(type, int), super(object, int), super(int, True), super(type, type))

# The codec with a mark names places behind the mark.
for errors in ("strict", "backslashreplace", "surrogateescape", "surrogatepass", "ignore"):
    print(ascii(outcome(b"\xef\xbb\xbfa\xff".decode, "utf-8-sig", errors)), ascii(outcome(b"\xffa".decode, "utf-8-sig", errors)))
    print(outcome("a\ud800\udc80\udcffb".encode, "utf-8-sig", errors), outcome("\udc80\udcff\ud800".encode, "ascii", errors))
    print(outcome("\ud800\udc80".encode, "utf-16-le", errors), outcome("\xe9\u4e2d\ud800".encode, "latin-1", errors))

# Errors of the system whose `__new__` was given nothing keep nothing later.
error = OSError.__new__(OSError)
print(error.__init__(5), error.args, outcome(OSError(1, 2).__init__, 5), ascii(__import__("time").strftime("\ud800%%\u4e2d%")))

# Classes, asked and written to as objects.
class Meta(type):
    def __setattr__(cls, name, value):
        super().__setattr__(name, (name, value))


class Plain(metaclass=Meta):
    def method(self):
        pass


Plain.x = 5
print(Plain.x, object.__getattribute__(Plain, "x"), type(object.__getattribute__(Plain, "method")).__name__)
print(outcome(object.__getattribute__, int, "real"), object.__getattribute__(int, "__name__"), type.__getattribute__(int, "real"))
print(outcome(object.__setattr__, Plain, "x", 1), outcome(object.__delattr__, Plain, "x"), outcome(object.__setattr__, int, "x", 1))
print(outcome(type.__getattribute__, 5, "x"), outcome(type.__setattr__, 5, "x", 1), outcome(type.__setattr__, int, "x", 1))
print(object.__repr__(5).startswith("<int object at 0x"), object.__repr__(Plain).startswith("<__main__.Meta object at 0x"))
print(type.__delattr__(Plain, "x"), hasattr(Plain, "x"), "method" in type.__dir__(Plain), "mro" in object.__dir__(Plain))

# What messages call None, and what a descriptor has to be given.
for f, *args in (
    (ExceptionGroup, None, [ValueError()]), (compile, "1", "f", None), (type, None, (), {}), (type, "a", None, {}), (type, "a", (), None),
    (float.__getformat__, None), (UnicodeDecodeError, None, b"", 1, 2, "x"), (UnicodeTranslateError, "x", 1, 2, None), (b"a".center, 5, None),
    (memoryview(b"a").cast, "B", None), (str, b"", None), (open, "f", None), (__import__, "a", None, None, None, "x"), ("a".encode, None),
    (property().__get__, None), (classmethod(None).__get__, None, None), (staticmethod(None).__get__, None), (outcome.__get__, None),
    (str.upper.__get__, None), (super(int).__get__, None, None), (complex, 1, "a"), (complex, Fails(), b"a"), (complex, Wrong()),
    ([1].__iadd__, Floating(2.5)), (Text("a").__mul__, Index()), (lambda: Items() * Index(),),
    (lambda: Items().append(*5),), (lambda: Text("a").join(**5),),
):
    print(outcome(f, *args))
print(outcome(str.maketrans, type("D", (dict,), {})(a=1)), outcome(format, 2**100, "<+4611686018427387904c"))
print(outcome(int.from_bytes, type("B", (), {"__bytes__": lambda self: "b"})()), int.from_bytes(type("B", (), {"__bytes__": lambda self: b"b"})()))
print(outcome(str, errors=2), outcome(str, encoding=b"a"), Items().append.__qualname__, [].append.__qualname__, dict.fromkeys.__qualname__)
for view in (memoryview(b"12")[::-1], memoryview(b"1 2 ")[::2]):
    print(outcome(eval, view), outcome(compile, view, "f", "eval"), outcome(int, view))
empty = text = " 12 "
text += Text("")
print(text is empty, text == empty, eval('f"a\\ud800\\777{{"') == "a\ud800\u01ff{", ascii(eval('f"\\ud800\\N{BULLET}}}"')))
for precision in (2**31 - 1, 2**31 - 3, 3):
    print(outcome("%.*d".__mod__, (precision, 7)), outcome("%.*s".__mod__, (precision, "abcd")), outcome(b"%.*r".__mod__, (precision, "abcd")))
print(format(1234567, "020,"), format(0xABCDEF, "_x"), format(7, "09_"), format(1234.5, "012,.1f"), f"{12345:<012,}", "%010.7d|%#.5x" % (42, 42))

# Numbers of items, and iterables that cannot be iterated over.
import functools, itertools, operator

for f, *args in (
    (itertools.tee, 1, Index()), (itertools.repeat, 1, 2**70), (itertools.combinations, "a", 2**70), (itertools.batched, "a", Index()),
    (operator.length_hint, 5, Index()), (operator.length_hint, 5, True), (operator.length_hint, [], "a"), (operator.countOf, Wrong(), 1),
    (operator.indexOf, Wrong(), 1), (functools.reduce, max, Wrong()), (functools.reduce, max, Fails(), 1),
):
    print(outcome(f, *args))

# A token that cannot be goes before what is wrong with the grammar.
for source in (
    "\xa03-0035", "\xa0,}a ", "a b\n$ 'c", "x $ \xa0", "a b\n0777", "1__0 a b", "1e+ x", "0o79 a", "0b2", "0x_ b", "1jx", "0_7",
    "fr'}a{'", "f'{a)}'", "f'{(a]}'", "f'{a:\n'", "f'{'", "f'{a b\"}", "f'{a:{b}", "f'''a\n{x}\n", "f'{a $ b}' \xa0", ".\u0661\u0662", "a\u2028b",
    "a\n 0777 +", "x\n y = 'abc\n", "  \xa0", "a\n  \xa0", "if x:\na \xa0", "(\\x", "a b c \\x", "'a'x\\x", "a b\n(c", "a = = 1\nx = (\n 1", "bu'\\x4'",
    "a 'b\\N{nope}'", "'a'x'b'", "(a]\n'", "(\n]", "a)\n", "'''abc\n\nd", "x = (1,\n 2 b\n 'x", "def f(:\n '", "\x01",
):
    for mode in ("eval", "exec"):
        try:
            compile(source, "f", mode)
        except SyntaxError as e:
            print(mode, ascii(source), type(e).__name__, e)
