"""Interesting values for the generators of random programs: source texts by kind, and classes that behave oddly."""

# What every generated program begins with: classes of which the values below make instances, and how results are shown.
ZOO = '''
class Index:
    def __init__(self, value=2): self.value = value
    def __index__(self): return self.value
    def __repr__(self): return f"Index({self.value!r})"
class Float:
    def __float__(self): return 2.5
    def __repr__(self): return "Float()"
class Complex:
    def __complex__(self): return 1+2j
    def __repr__(self): return "Complex()"
class Bytes:
    def __bytes__(self): return b"by"
    def __repr__(self): return "Bytes()"
class Fails:
    def __index__(self): raise ValueError("index fails")
    def __float__(self): raise ValueError("float fails")
    def __len__(self): raise ValueError("len fails")
    def __iter__(self): raise ValueError("iter fails")
    def __eq__(self, other): raise ValueError("eq fails")
    def __lt__(self, other): raise ValueError("lt fails")
    def __hash__(self): raise ValueError("hash fails")
    def __str__(self): raise ValueError("str fails")
    def __format__(self, spec): raise ValueError("format fails")
    def __bool__(self): raise ValueError("bool fails")
    def __getitem__(self, key): raise ValueError("getitem fails")
    def __repr__(self): return "Fails()"
class Wrong:
    def __index__(self): return "2"
    def __float__(self): return "2.5"
    def __int__(self): return "2"
    def __complex__(self): return 1
    def __len__(self): return -1
    def __iter__(self): return 5
    def __hash__(self): return "h"
    def __str__(self): return 5
    def __format__(self, spec): return 5
    def __bool__(self): return 2
    def __bytes__(self): return "b"
    def __round__(self, n=None): return ("round", n)
    def __repr__(self): return "Wrong()"
class Seq:
    def __init__(self, *items): self.items = items
    def __len__(self): return len(self.items)
    def __getitem__(self, i): return self.items[i]
    def __repr__(self): return f"Seq{self.items!r}"
class Iter:
    def __init__(self, *items): self.items = items
    def __iter__(self):
        for item in self.items: yield item
    def __repr__(self): return f"Iter{self.items!r}"
class Map:
    def __init__(self, **items): self.items = items
    def keys(self): return list(self.items)
    def __getitem__(self, key): return self.items[key]
    def __repr__(self): return f"Map({self.items!r})"
class Same:
    def __eq__(self, other): return True
    def __hash__(self): return 1
    def __repr__(self): return "Same()"
class Ops:
    def __add__(self, other): return ("add", other)
    def __radd__(self, other): return ("radd", other)
    def __mul__(self, other): return ("mul", other)
    def __rmul__(self, other): return ("rmul", other)
    def __rmod__(self, other): return ("rmod", other)
    def __rsub__(self, other): return ("rsub", other)
    def __ror__(self, other): return ("ror", other)
    def __lt__(self, other): return ("lt", other)
    def __contains__(self, other): return "yes"
    def __pow__(self, other, mod=None): return ("pow", other, mod)
    def __repr__(self): return "Ops()"
class Missing(dict):
    def __missing__(self, key): return ("missing", key)
class MyInt(int): pass
class MyFloat(float): pass
class MyComplex(complex): pass
class MyStr(str): pass
class MyBytes(bytes): pass
class MyBytearray(bytearray): pass
class MyList(list): pass
class MyTuple(tuple): pass
class MyDict(dict): pass
class MySet(set): pass
class MyFrozen(frozenset): pass
class MyError(ValueError): pass
class Meta(type):
    def __repr__(cls): return f"<Meta {cls.__name__}>"
class WithMeta(metaclass=Meta): pass
class Plain:
    attr = 1
    def __repr__(self): return "Plain()"
class Slots:
    __slots__ = ("x",)
    def __repr__(self): return "Slots()"
def gen(*items):
    for item in items: yield item
def ident(*args, **kw): return (args, kw)
def first(x, *rest): return x
def raiser(*args): raise KeyError("raiser")
'''

SHOW = '''
def show(x, depth=0):
    kind = type(x)
    if kind in (int, float, complex, bool, str, bytes, bytearray, type(None)):
        if kind is int and not -10**4000 < x < 10**4000:
            return f"int of {x.bit_length()} bits, % 1000007 = {x % 1000007}"
        text = repr(x)
    elif kind.__name__ == "memoryview":
        text = f"memoryview {x.format} {x.shape} {x.tobytes()!r}"
    elif depth < 3 and hasattr(kind, "__next__"):
        items = []
        try:
            while len(items) < 12:
                items.append(show(next(x), depth + 1))
        except StopIteration:
            pass
        except Exception as e:
            items.append(f"{type(e).__name__}: {e}")
        text = f"<{kind.__name__} {items}>"
    elif isinstance(x, BaseException):
        text = f"{kind.__name__}{x.args!r} {getattr(x, '__notes__', '')}"
    else:
        text = repr(x)
    if len(text) > 2000:
        text = f"{text[:300]}...{text[-100:]} ({len(text)})"
    return text
'''

INTS = """0 1 -1 2 3 5 7 8 10 16 36 37 100 255 256 -128 127 128 1000 65535 65536 2**31-1 2**31 -2**31 2**32 2**47-1 2**47
-2**47 -2**47-1 2**62 2**63-1 2**63 -2**63 -2**63-1 2**64 2**64-1 10**18 10**30 -10**30 2**100 -2**100 10**50 0x110000
0xd800 1114111 True False""".split()
SMALL = "0 1 -1 2 3 -2 4 5 -5 10 20 True False".split()
HUGE = "2**62 2**63-1 2**63 -2**63 -2**63-1 2**64 10**30".split()
FLOATS = """0.0 -0.0 1.0 -1.0 0.5 1.5 2.5 -2.5 0.1 3.14159 1e10 1e16 1e17 123456789.123 1e22 1e23 1e100 1e308 -1e308 5e-324
1e-5 1e-4 2.2250738585072014e-308 1.7976931348623157e308 float('inf') float('-inf') float('nan') 4503599627370496.5
9007199254740993.0 1e300 0.30000000000000004 2.675 1e-10""".split()
COMPLEXES = """0j 1j (1+2j) (-1-2.5j) complex(0.0,-0.0) complex(-0.0,-0.0) complex('inf') complex('nan')
complex(float('inf'),float('nan')) (1e308+1e308j) (3+0j)""".split()
STRS = [
    "''", "'a'", "'A'", "'abc'", "'abcabc'", "'Hello World'", "'hello world'", "' \\t\\n x \\r\\n'", "'1'", "'123'", "'-12'", "' 12 '",
    "'1_000'", "'0x1f'", "'1.5'", "'1e5'", "'nan'", "'-inf'", "'1+2j'", "'\\u00e9'", "'\\xe9t\\xe9'", "'\\u00df'", "'\\ufb01'", "'\\u0130'",
    "'\\u01c5\\u01c6'", "'\\u03a3\\u03b1\\u03c3'", "'\\u0663'", "'\\u00b2'", "'\\u2160'", "'\\ud800'", "'a\\udc80b'", "'\\U0001f600'",
    "'\\U0001d7d8'", "'\\x00'", "'\\x1c\\x85\\u2028'", "'a,b,c'", "'a b\\tc\\n'", "'%s'", "'{}'", "'utf-8'", "'ascii'", "'ignore'", "'x' * 100",
    "'a\\nb\\r\\nc\\rd'", "'~'", "'_a1'", "'class'", "'\\u4e2d\\u6587'", "'\\u1e9e'", "'\\u0345\\u03b1'", "'abc' * 30", "'\\xa0'", "'\\u200b'",
    "'\\n'", "'=='", "'ab'", "'b'", "'\\u0149'", "'\\xb5'", "'\\u1c80'", "'\\U00010400'", "'real'", "'__class__'", "'d'", "'>10'", "'\\udfff\\ud800'",
]
BYTES = [
    "b''", "b'a'", "b'abc'", "b'abcabc'", "b'Hello World'", "b' \\t\\n x \\r\\n\\x0b'", "b'123'", "b' -12 '", "b'1.5'", "b'\\x00'", "b'\\xff'",
    "b'\\xc3\\xa9'", "b'\\xed\\xa0\\x80'", "b'\\xf0\\x9f\\x98\\x80'", "b'\\xc3'", "b'\\x80abc\\xfe'", "b'a,b,c'", "b'%s'", "b'0a ff'", "b'xyz' * 20",
    "b'a\\nb\\r\\nc\\rd'", "b'-'", "b'+12'", "bytes(range(0, 256, 7))", "b'b'", "b'ab'", "b\"it's\"", "b'\\\"'", "b'\\xe2\\x82'", "b'\\xff\\xfea\\x00'",
]
BYTEARRAYS = ["bytearray()", "bytearray(b'a')", "bytearray(b'abcabc')", "bytearray(b'Hello World')", "bytearray(b'\\xff\\x00')",
              "bytearray(b'a,b')", "bytearray(b'12')", "bytearray(20)"]
VIEWS = ["memoryview(b'')", "memoryview(b'abc')", "memoryview(bytearray(b'Hello World'))", "memoryview(b'abcdef')[::2]",
         "memoryview(b'abcdef')[::-1]", "memoryview(bytes(range(16))).cast('I')", "memoryview(bytes(range(16))).cast('d')",
         "memoryview(bytearray(range(12))).cast('B', (3, 4))", "memoryview(bytes(range(8))).cast('h')",
         "memoryview(bytearray(8)).cast('q')", "memoryview(b'abc').cast('c')", "memoryview(bytearray(16)).cast('f')[1:]",
         "memoryview(b'\\x00\\x01').cast('?')", "memoryview(bytearray(b'abcabc'))[1:4]"]
LISTS = ["[]", "[1]", "[1, 2, 3]", "[3, 1, 2]", "['a', 'b']", "['b', 'a', 'c']", "[1, 'a']", "[[1], [2]]", "[1.5, 2, True]", "[None]",
         "[0] * 10", "list(range(20))", "[(1, 2), (3, 4)]", "['ab', 'cd']", "[65, 66]", "[256]", "[float('nan')]", "['\\ud800']",
         "[1, 1.0, True, 1+0j]", "[Fails()]", "[Same(), 2]", "[b'a', b'b']", "[-1]", "[2**70, 1]", "['a', None]"]
TUPLES = ["()", "(1,)", "(1, 2)", "('a', 'b')", "(1, 2, 3)", "('a',)", "((1, 2), (3,))", "(None,)", "('a', 1)", "(int, str)", "(1.5, 2)",
          "(3, 1, 2)", "('Hello', 'abc', '')", "(b'a', b'H')", "([],)", "(2**63, 0)", "(0, 0, 0, 0)"]
DICTS = ["{}", "{'a': 1}", "{1: 2, 3: 4}", "{'a': 1, 'b': 2, 'c': 3}", "{97: 'x', 98: None, 99: 100}", "{(): []}", "{1: 'a', 1.5: 'b'}",
         "{'x': {'y': 1}}", "{97: 0x110000}", "{None: None}", "{Same(): 1}", "dict.fromkeys(range(12))", "{2: 'a', '2': 'b'}"]
SETS = ["set()", "{1}", "{1, 2, 3}", "{'a', 'b'}", "{1.5, 2}", "{(1, 2), 3}", "{None}", "set(range(0, 40, 3))", "{Same()}", "{True, 0}", "{2**70}"]
FROZENS = ["frozenset()", "frozenset({1, 2})", "frozenset('abc')", "frozenset({frozenset()})", "frozenset(range(9))"]
RANGES = ["range(0)", "range(5)", "range(10, 0, -3)", "range(2**70, 2**70 + 5)", "range(1, 2)", "range(-5, 5, 2)", "range(3, 3)"]
LONG_RANGES = ["range(2**63)", "range(-2**63, 2**63)", "range(0, 2**100, 2**50)", "range(2**100, 0, -1)"]
SLICES = ["slice(None)", "slice(1)", "slice(1, 2)", "slice(None, None, -1)", "slice(5, 1, -2)", "slice(0, 10**30)", "slice(-3, None)",
          "slice(1, 2, 0)", "slice('a')", "slice(Index(1), Index(3))", "slice(-10**30, 10**30, 2)", "slice(2, 1)", "slice(1.5)",
          "slice(None, None, 2)", "slice(None, None, -2**63)", "slice(0, 0)", "slice(Fails())"]
ITERS = ["iter([1, 2, 3])", "iter('ab')", "iter(())", "gen(1, 2)", "gen('a', 'b')", "gen()", "iter({1: 2})", "iter({5}.copy())", "iter(b'ab')",
         "iter(range(3))", "reversed([1, 2])", "enumerate('ab')", "zip('ab', [1, 2])", "map(str, [1, 2])", "filter(None, [0, 1])",
         "iter(Seq(1, 2))", "iter(lambda: 1, 1)", "reversed({1: 2})", "iter({}.items())", "reversed('ab')", "iter(bytearray(b'ab'))",
         "iter(range(2**70, 2**70 + 2))", "reversed(range(3))", "(i for i in 'xy')", "gen((1, 2), (3, 4))", "gen(65, 300)"]
DICT_VIEWS = ["{}.keys()", "{1: 2}.keys()", "{'a': 1}.values()", "{'a': 1, 'b': 2}.items()", "{1: 2, 3: 4}.items()", "{1: [], 2: 3}.items()",
              "{'a': 1, 'b': 2}.keys()"]
CALLABLES = ["len", "str", "int", "abs", "first", "raiser", "ident", "lambda x: -x", "lambda: 1", "[].append", "str.upper", "None", "Plain",
             "print", "repr", "float", "list", "bool"]
ODD = ["None", "...", "NotImplemented", "object", "type", "int", "str", "Plain()", "Plain", "WithMeta", "Index()", "Index(-1)", "Index(2**70)", "Float()",
       "Complex()", "Bytes()", "Fails()", "Wrong()", "Seq()", "Seq(1, 2, 3)", "Seq('a', 'b')", "Iter()", "Iter(1, 2)", "Iter('a', 'b')", "Map()", "Map(a=1)",
       "Same()", "Ops()", "Missing(a=1)", "Slots()", "ValueError('x')", "KeyError", "len", "ident", "MyError(1, 2)"]
SUBS = ["MyInt(5)", "MyInt(-1)", "MyFloat(2.5)", "MyComplex(1, 2)", "MyStr('abc')", "MyStr('')", "MyBytes(b'abc')", "MyBytearray(b'abc')",
        "MyList([1, 2])", "MyTuple((1, 2))", "MyDict(a=1)", "MySet({1, 2})", "MyFrozen({1})"]
EXCEPTIONS = [
    "BaseException()", "Exception('a')", "Exception('a', 2)", "ValueError(1)", "KeyError('k')", "KeyError()", "OSError(2, 'No such')",
    "OSError(2, 'No such', 'file')", "OSError(2, 'No', 'f', None, 'g')", "OSError('x')", "StopIteration(5)", "SystemExit(3)",
    "SystemExit()", "ImportError('no', name='n', path='p')", "UnicodeDecodeError('utf-8', b'a\\xff', 1, 2, 'bad')",
    "UnicodeEncodeError('ascii', 'a\\xe9b', 1, 2, 'bad')", "UnicodeTranslateError('abc', 1, 3, 'bad')",
    "SyntaxError('m', ('f', 1, 2, 'text'))", "SyntaxError('m', ('f', 1, 2, 'text', 1, 3))", "SyntaxError()", "NameError('x', name='y')",
    "AttributeError('x', name='y', obj=1)", "ExceptionGroup('g', [ValueError(1), KeyError(2)])",
    "BaseExceptionGroup('g', [KeyboardInterrupt()])", "ExceptionGroup('g', [ExceptionGroup('h', [TypeError(1)]), OSError(1)])",
    "MyError('e')", "BlockingIOError(11, 'x', 5)", "FileNotFoundError(2, 'x', 'y')", "ModuleNotFoundError('m')",
]

BY_KIND = {
    "int": INTS, "float": FLOATS, "complex": COMPLEXES, "str": STRS, "bytes": BYTES, "bytearray": BYTEARRAYS,
    "memoryview": VIEWS, "list": LISTS, "tuple": TUPLES, "dict": DICTS, "set": SETS, "frozenset": FROZENS, "range": RANGES,
    "slice": SLICES, "iterator": ITERS, "view": DICT_VIEWS, "callable": CALLABLES, "odd": ODD, "sub": SUBS, "exception": EXCEPTIONS,
}
