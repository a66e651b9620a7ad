"""inspect: signatures and kinds."""
import functools
import inspect


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)


def plain(a, b=2, /, c: int = 3, *args, d, e: "str" = "x", **kw) -> list:
    """Doc of plain.

    More."""


class C:
    """Doc of C."""
    attr = 1

    def __init__(self, x, y=1):
        self.x = x

    def method(self, z):
        pass

    @classmethod
    def cm(cls, q):
        pass

    @staticmethod
    def sm(r=5):
        pass

    @property
    def prop(self):
        return 1


class Called:
    def __call__(self, v, *, w=1):
        pass


print(inspect.signature(plain), inspect.signature(C), inspect.signature(C.method), inspect.signature(C(1).method))
print(inspect.signature(C.cm), inspect.signature(C.sm), inspect.signature(Called()), inspect.signature(lambda x, *y: 0))
print(inspect.signature(functools.partial(plain, 1, d=4)))
for name, p in inspect.signature(plain).parameters.items():
    print(name, p.kind.name, p.default if p.default is not p.empty else "-", p.annotation is not p.empty)
bound = inspect.signature(plain).bind(1, 2, 3, 4, d=5, f=6)
print(bound.arguments, bound.args, bound.kwargs)
attempt(lambda: inspect.signature(plain).bind())
attempt(lambda: inspect.signature(3))
print(inspect.signature(len), inspect.signature([].append), inspect.signature(int.__add__), inspect.signature(sorted))
print(inspect.isfunction(plain), inspect.ismethod(C(1).method), inspect.isclass(C), inspect.isbuiltin(len),
      inspect.isroutine(list.append), inspect.ismethoddescriptor(list.append), inspect.isdatadescriptor(C.prop),
      inspect.isgeneratorfunction(plain), inspect.iscoroutinefunction(plain), inspect.isgetsetdescriptor(int.real))
print(inspect.getdoc(plain), inspect.getdoc(C), inspect.getmro(C))
print([n for n, v in inspect.getmembers(C, inspect.isfunction)])
print(inspect.getfullargspec(plain))
print(inspect.getmodule(plain).__name__, inspect.unwrap(plain) is plain, inspect.cleandoc("  a\n    b"))
print(inspect.getattr_static(C, "prop"), inspect.getattr_static(C(1), "x")) if False else None
print(inspect.getsource(C.sm))


@functools.wraps(plain)
def wrapper(*args, **kwargs):
    return plain(*args, **kwargs)


print(inspect.signature(wrapper), wrapper.__name__, wrapper.__wrapped__ is plain)
print(inspect.signature(C).replace(parameters=[]), inspect.Parameter("p", inspect.Parameter.KEYWORD_ONLY, default=3))
