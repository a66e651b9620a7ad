# Namespaces with builtins of the program's own, and more of what code objects and calls are about.
def attempt(source, names, how=exec):
    try:
        mode = "eval" if how is eval else "exec"
        print(repr(source), how(compile(source, __file__, mode), names))
    except Exception as e:
        print(repr(source), type(e).__name__, e)


attempt("print(1)", {"__builtins__": {}})
attempt("len('abc')", {"__builtins__": {}}, eval)
attempt("len('abc')", {"__builtins__": {"len": lambda x: -1}}, eval)
attempt("[x for x in (1, 2)]", {"__builtins__": {}}, eval)
attempt("import os", {"__builtins__": {}})
attempt("import os", {"__builtins__": {"__import__": lambda *args: print("import", args[0])}})
attempt("class C: pass", {"__builtins__": {}})
attempt("class C: x = len", {"__builtins__": {"__build_class__": __build_class__, "len": 5}, "__name__": "m"})
attempt("open('f')", {"__builtins__": None})
attempt("x + y", {"__builtins__": {"x": 1}, "y": 2}, eval)
attempt("max(1, 2)", {"__builtins__": __builtins__}, eval)
names = {"__builtins__": {"print": print}}
exec(compile("def f(x):\n    print(x)\n    return abs(x)", __file__, "exec"), names)
try:
    names["f"](-1)
except NameError as e:
    print(e)
names["__builtins__"]["abs"] = lambda x: "own"
print(names["f"](-1), names["f"].__builtins__ is names["__builtins__"])


def caller():
    return eval(compile("sum([1, 2])", __file__, "eval"), {})


print(caller(), sorted(eval(compile("dict(a=1)", __file__, "eval"), {})))
names = {}
exec(compile("pass", __file__, "exec"), names)
print(list(names))


class Names(dict):
    def __missing__(self, name):
        return name.upper()


attempt("a + b", {"__builtins__": Names()}, eval)
# The compiler's errors have no text when there is no file; nor are there too many levels.
for source in "return 1", "def f(x, x): pass", "(((", "  x = 1", "".join([" " * i + "if 1:\n" for i in range(101)]) + " " * 101 + "pass":
    try:
        compile(source, "nowhere", "exec")
    except SyntaxError as e:
        print(type(e).__name__, e.msg, e.lineno, e.offset, e.end_offset, e.text and len(e.text))
# Where frames were left.
try:
    def g():
        x = 1
        x.missing

    g()
except AttributeError as e:
    frame = e.__traceback__.tb_next.tb_frame
    print(frame.f_lineno - frame.f_code.co_firstlineno, frame.f_builtins is __builtins__.__dict__)


class Odd:
    @classmethod
    def __new__(cls, *args):
        return args


print(len(Odd(1, 2)), list.__text_signature__, object.__text_signature__)
import array, collections


class Both(collections.UserDict, collections.abc.Sequence):
    pass


for value in array.array("b", b"ab"), memoryview(b"ab"), Both({"a": 1}), b"ab":
    match value:
        case [x, y]:
            print("sequence", x, y)
        case {"a": x}:
            print("mapping", x)
        case _:
            print("neither")


# Keywords of calls.
def two(a, b):
    return a, b


class Name(str):
    pass


nothing = None
for call in (lambda: two(**{Name("a"): 1, Name("b"): 2}), lambda: two(**{1: 3}, **{1: 5}), lambda: two(**{1: 3}),
             lambda: nothing(*two), lambda: nothing(**two), lambda: two(*5), lambda: two(a=1, **{"a": 2}), lambda: len(**5)):
    try:
        print(call())
    except TypeError as e:
        print(e)
# Exceptions that are initialised again, or never were.
e = ImportError("a", name="n", path="p")
e.__init__("b")
print(e, e.name, e.path, e.args)
for kind in UnicodeEncodeError, UnicodeDecodeError, UnicodeTranslateError:
    print(repr(str(kind.__new__(kind))))
print(UnicodeDecodeError("utf-8", bytearray(b"\xff"), 0, 1, "x").object)
import types
frame = sys._getframe() if "sys" in globals() else __import__("sys")._getframe()
print(types.TracebackType(None, frame, 1, 2).tb_lasti, types.TracebackType(None, frame, 4, 2).tb_lasti)
