"""AttributeErrors of the program's own code name the attribute that was wanted, unless they say so themselves."""
import types


class A:
    blech = None
    def __getattr__(self, attr): raise AttributeError()
class B:
    @property
    def p(self): raise AttributeError("mine")
    @property
    def q(self): return self.zz.y
class C:
    def __getattribute__(self, n):
        raise AttributeError(n, 3)
class D:
    def __getattr__(self, n): raise AttributeError("k", name="other")
class E:
    def __getattr__(self, n): raise AttributeError(*range(3))
class F:
    def __getattr__(self, n): raise AttributeError("a", obj=5)
class De:
    def __get__(self, o, t): raise AttributeError("desc")
class M(type):
    def __getattr__(cls, n): raise AttributeError("meta")
class G(metaclass=M):
    d = De()
class H:
    d = De()
    def __setattr__(self, n, v): raise AttributeError("set")
    def __delattr__(self, n): raise AttributeError("del")
class S(AttributeError): pass
class I:
    def __getattr__(self, n): raise S("sub")
def stored():
    H().x = 3
def deleted():
    del H().x
for f in (lambda: A().bluch, lambda: B().p, lambda: B().q, lambda: C().c, lambda: D().d, lambda: E().e, lambda: F().f, lambda: G.d, lambda: G.nope, lambda: H().d, stored, deleted, lambda: I().i, lambda: hasattr(A(), "x"), lambda: getattr(A(), "x", 3), lambda: A().__getattr__("direct"), lambda: object.__getattribute__(B(), "p"), lambda: A.nope):
    try:
        print(f())
    except AttributeError as e:
        print(e.args, e.name, type(e.obj).__name__)

module = types.ModuleType("module")
module.__getattr__ = lambda name: A().bluch
module.nearly = 1
try:
    module.nearby
except AttributeError as e:
    print(e.name, type(e.obj).__name__)


class Lazy:
    nearly = 1

    def __getattr__(self, name):
        raise AttributeError(f"no {name} here")


Lazy().nearby
