"""The descriptors of builtin types."""


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)


def kind(x):
    return type(x).__name__


print(kind(int.__add__), kind((1).__add__), kind(list.append), kind([].append), kind(len), kind(object.__init__))
print(kind(dict.__dict__["fromkeys"]), kind(dict.fromkeys), kind(int.__dict__["real"]), kind(str.join))
print(kind(object.__new__), kind(str.__dict__["maketrans"]), kind(type.__dict__["__prepare__"]))
print(kind(list.__getitem__), kind(list.__len__), kind(dict.__contains__), kind(tuple.__getitem__), kind(set.__contains__))
print(kind(object().__str__), kind(object().__reduce__), kind(object.__reduce__), kind(int.__format__))
print(kind(type(lambda: 0).__dict__["__code__"]), kind(type.__call__), kind(type.mro), kind(type.__subclasses__))
print(int.__add__, list.append, int.__dict__["real"], dict.__dict__["fromkeys"], list.__getitem__, str.__len__)
print(int.__add__.__name__, int.__add__.__qualname__, int.__add__.__objclass__, int.__add__.__doc__)
print(list.append.__name__, list.append.__qualname__, list.append.__objclass__)
print(int.real.__name__, int.real.__qualname__, int.real.__objclass__)
print(dict.__dict__["fromkeys"].__objclass__, dict.__dict__["fromkeys"].__name__, dict.fromkeys.__self__)
print((1).__add__(2), int.__add__(1, 2), (1).__add__.__self__, [].append.__self__, (1).__add__.__name__)
print(int.__add__.__get__(5)(6), list.append.__get__([]).__self__, int.real.__get__(7), int.real.__get__(None, int) is int.real)
attempt(lambda: int.__add__("a", 1))
attempt(lambda: list.append(1, 2))
attempt(lambda: list.append())
attempt(lambda: int.__add__())
attempt(lambda: int.__add__(1))
attempt(lambda: int.real.__get__("x"))
attempt(lambda: int.real.__set__(1, 2))
attempt(lambda: setattr(1, "real", 2))
attempt(lambda: list.append.nothing)
attempt(lambda: setattr(list.append, "x", 1))
print((1).__add__ == (1).__add__, [].append == [].append, int.__add__ == int.__add__)
print(dict.fromkeys("ab", 0), dict.__dict__["fromkeys"].__get__(None, dict)("c"))
print(int.__add__.__text_signature__, len.__text_signature__, list.append.__text_signature__)


class Sub(int):
    def __add__(self, other):
        return "added"


print(Sub(1) + 2, int.__add__(Sub(1), 2), super(Sub, Sub(3)).__add__(4), kind(super(Sub, Sub(3)).__add__))
print(callable(int.__add__), callable((1).__add__), callable(int.real), hash(int.__add__) == hash(int.__add__))
f = [3, 1, 2].sort
f()
print(f.__self__, f.__name__, f.__qualname__, len.__module__, len.__self__.__name__, [].append.__module__)


class C:
    def m(self):
        return self

    x = property(lambda self: 1)
    s = staticmethod(len)
    c = classmethod(lambda cls: cls)


c = C()
print(c.m.__func__ is C.m, c.m.__self__ is c, c.m == c.m, c.m.__name__, C.__dict__["s"].__func__ is len)
print(kind(C.m), kind(c.m), kind(C.x), kind(C.__dict__["s"]), kind(C.__dict__["c"]), kind(C.s), kind(C.c))
Method = type(c.m)
print(Method(len, "abc")(), Method(C.m, 3)())
attempt(lambda: Method(1, 2))
attempt(lambda: Method(len, None))
attempt(lambda: Method(len))
Function = type(lambda: 0)
g = Function(C.m.__code__, {}, "g", None, None)
print(g(8), g.__name__, g.__qualname__, g.__globals__)


def outer(a, b=2, *, k=3):
    def inner():
        return a, b, k
    return inner


code = outer.__code__
print(code.co_name, code.co_argcount, code.co_kwonlyargcount, code.co_varnames, code.co_cellvars, code.co_freevars)
inner = outer(1)
print(inner.__code__.co_freevars, inner.__closure__[0].cell_contents, inner.__code__.co_qualname)
again = Function(inner.__code__, globals(), "again", None, tuple(type(inner.__closure__[0])(i) for i in "xyz"))
print(again())
attempt(lambda: Function(inner.__code__, {}))
attempt(lambda: Function(inner.__code__, {}, None, None, ()))
attempt(lambda: Function(1, {}))
attempt(lambda: Function(code, []))
outer.__defaults__ = (5,)
outer.__kwdefaults__ = {"k": 6}
print(outer(1)(), outer.__defaults__, outer.__kwdefaults__)
outer.__defaults__ = None
attempt(lambda: outer(1))
attempt(lambda: setattr(outer, "__defaults__", 3))
attempt(lambda: setattr(outer, "__code__", 3))
attempt(lambda: setattr(outer, "__name__", 3))
attempt(lambda: setattr(outer, "__closure__", ()))
attempt(lambda: setattr(outer, "__globals__", {}))
attempt(lambda: setattr(outer, "__code__", inner.__code__))


def one():
    return 1


def two():
    return 2


one.__code__ = two.__code__
print(one(), one.__name__)
renamed = two.__code__.replace(co_name="renamed", co_filename="elsewhere.py")
print(renamed.co_name, renamed.co_filename, two.__code__.co_name, renamed == two.__code__)
cell = type(inner.__closure__[0])()
attempt(lambda: cell.cell_contents)
cell.cell_contents = 3
print(cell.cell_contents)
proxy = type(C.__dict__)({"a": 1})
print(proxy, proxy["a"], len(proxy), list(proxy), "a" in proxy, proxy | {"b": 2}, proxy == {"a": 1}, proxy.get("z", 0))
attempt(lambda: proxy.__setitem__("a", 2))
attempt(lambda: type(proxy)([1]))
