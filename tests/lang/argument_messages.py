# What builtin functions say about arguments: too many, too few, by name, of the wrong type.
CASES = r'''
memoryview(1, 2)
memoryview(b"", object=2)
memoryview()
memoryview(x=1)
"a".expandtabs(1, tabsize=2)
"a".split(1, 2, x=3)
"a".split(x=3)
int.from_bytes(x=1)
int.from_bytes(b"", byteorder="big", bytes=b"")
int("1", base=10, x=3)
sum()
(5).to_bytes(1, "big", True)
(5).to_bytes(length=1, length2=3)
(5).to_bytes(2, 1)
(5).to_bytes(2**63, "little")
int.from_bytes(b"", 1.5)
"a".replace("a", "b", x=1)
"a".replace("a")
b"a".hex(x=1)
b"a".translate()
b"a".translate(None, delete=b"", x=1)
[].sort(1)
[].sort(x=1)
open(x=1)
pow(1, x=2)
eval()
exec("1", {}, {}, {})
memoryview(b"").cast()
memoryview(b"").tobytes(1, 2)
memoryview(b"").tobytes(order=1)
round(b"abc", 10, start=len)
bytes(1, 2)
bytearray([1], "ascii", None)
b"".zfill(2**63)
b"a".find((1, 2), b"x")
b"abc".index("a", 0)
ExceptionGroup(Exception("a"), exp=abs)
float.__getformat__(5)
complex("1_")
complex("1__0j")
super(int)
bytearray(b"a").__setitem__(slice(0, 1), len)
bytearray(b"a").__setitem__(slice(0, 1), 1.5)
b" " % "%s"
"%5%" % 3
{}.keys().isdisjoint({1: []}.items())
range(3).__class__.__name__[2**64]
object["a"]
int[0]
"{0[1]}".format(int)
b"".decode("nope")
str(b"", "nope")
"a".encode("a\udc80")
"a".encode("a\0")
b"\xff".decode("ascii", "xmlcharrefreplace")
"\u0100\udcff\udfff\udc80".encode("utf-8", "surrogateescape")
"\udcff\ud800\xe9".encode("latin-1", "surrogateescape")
"A\ud800\ud800".encode("utf-16")
"\udc80\udcff\xe9".encode("utf-8", "surrogateescape")
BlockingIOError(11, "x", 5).characters_written
BlockingIOError(11, "x", 5).args
OSError(1, "x").characters_written
eval("\u0661")
eval("1 + \u00b2")
eval("a\u3000b")
eval('"\\x4\\400"')
eval('b"ab\\x4"')
eval('"\\n\\N{nope}\u4e2d"')
eval('"\u4e2d\\u12"')
eval('f"{1}a\\xg"')
'''

STATEMENTS = '''
del (5)[0]
del "a"["b"]
del "a"[0]
del b"a"[2**64]
del (1,)[:]
del len[0]
"a"[2**64] = 1
range(3).start = 1
slice(1).step = 1
1j.real = 1
True.real = 1
(lambda: 1).__globals__ = 1
property().fget = 1
a = frozenset(); a *= (1, 2)
a = 5; a *= (1, 2); print(a)
'''

class Deletes:
    def __delitem__(self, key):
        print("deletes", key)

class Missing(dict):
    def __missing__(self, key):
        return f"no {key}"

class Bytes(bytearray):
    pass

def outcome(run, source):
    try:
        print(source, "->", ascii(run(source)))
    except Exception as e:
        print(source.encode("ascii", "backslashreplace").decode(), "->", type(e).__name__, ascii(str(e)))

for line in CASES.strip().splitlines():
    outcome(eval, line)
for line in STATEMENTS.strip().splitlines():
    outcome(exec, line)
outcome(exec, "del Deletes()[0]; Deletes()[1] = 2")
print("%(a)s and %(b)s" % Missing(a=1), b"%(a)d" % Missing({b"a": 3}))
print(Bytes(b"x"), [Bytes()])

# Found by comparing random calls.
class MyInt(int):
    pass

class Wrong:
    def __index__(self):
        return "2"

MORE = r'''
type("a", ())
type("a", "b", {})
type("a", (), 5)
type(1, (), {})
type("a\0", (), {})
(256).__mul__(1.5)
(1).__lt__(1.5)
(1.5).__divmod__(1j)
b"a".__lt__(bytearray(b"b"))
b"a" < bytearray(b"b")
(0.0).as_integer_ratio({}, strict=1)
b"a".hex(5, "x")
int("1", 2, 3)
str(1, 2, 3, 4)
b"ab".expandtabs(-2**63)
"%.*d" % (2**40, 1)
[65].pop(-2**63 - 1)
super(list, str)
bytearray(b"a") + memoryview(b"abc")[::2]
delattr(object, "\xa0")
compile(b"\xe2\x82", "f", "eval")
(lambda part, whole: 0)(parts=1)
(lambda a, /, b: 0)(1, c=2)
(2**32).__rmul__(b"abcabc")
(5).__mul__("ab")
5 * MyInt(2) * "ab" + MyInt(2) * "c"
bytearray(MyInt(2**70))
bytearray(Wrong())
"\udcff".encode("utf-16-be", "surrogateescape")
int.from_bytes(b"", MyInt(1))
'''
for line in MORE.strip().splitlines():
    outcome(eval, line)
items = reversed([1, 2, 3].copy())
print(items.__length_hint__(), b"a" * 0, (1,) * 3, [0] * 2, bytes(3))
x = y = b"abc"
x += memoryview(b"")
print(x is y, "no directive" % {} == "no directive")
