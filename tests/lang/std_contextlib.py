import contextlib
from contextlib import *
from contextvars import ContextVar, copy_context, Context


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except BaseException as e:
        print(type(e).__name__, str(e).split(" at 0x")[0])


@contextmanager
def tag(name):
    print("<" + name)
    try:
        yield name.upper()
    except ValueError as e:
        print("caught", e)
    finally:
        print(name + ">")


with tag("a") as x:
    print(x)
with tag("b"):
    raise ValueError("inside")


@tag("deco")
def f():
    return 5


print(f())


@contextmanager
def no_yield():
    if False:
        yield


@contextmanager
def two():
    yield 1
    yield 2


show(lambda: no_yield().__enter__())


def use_two():
    with two():
        pass


show(use_two)
with suppress(KeyError, ZeroDivisionError):
    1 / 0
print("after suppress")


class Closer:
    def close(self):
        print("closed")


with closing(Closer()) as c:
    print(type(c).__name__)
with ExitStack() as stack:
    stack.enter_context(tag("s1"))
    stack.callback(print, "callback", end="!\n")
    stack.push(lambda *exc: print("exit", exc[0]))
    moved = stack.pop_all()
print("moved")
moved.close()
with nullcontext(7) as n:
    print(n)


def failing():
    with ExitStack() as stack:
        stack.callback(lambda: 1 / 0)
        raise KeyError("first")


try:
    failing()
except ZeroDivisionError as e:
    print(type(e).__name__, repr(e.__context__))


class Mixin(ContextDecorator):
    def __enter__(self):
        print("enter")
        return self

    def __exit__(self, *exc):
        print("exit")


@Mixin()
def g():
    print("body")


g()
import io
out = io.StringIO()
with redirect_stdout(out):
    print("hidden")
print(repr(out.getvalue()))

var = ContextVar("var", default=1)
other = ContextVar("other")
token = var.set(2)
print(var.get(), token.old_value is token.MISSING, token.var is var, var.name)
show(other.get)
print(other.get("fallback"))


def inside():
    var.set(99)
    other.set("in")
    return var.get(), other.get()


ctx = copy_context()
print(ctx.run(inside), var.get(), ctx[var], other in ctx, other in copy_context(), len(ctx), sorted(v.name for v in list(ctx)))
var.reset(token)
print(var.get())
show(var.reset, token)
show(other.reset, var.set(3))
show(Context().run)
show(ctx.run, lambda: ctx.run(print))
show(lambda: ctx["x"])
print(ctx.get(other), ctx.get(ContextVar("new"), "default"), list(Context().items()), ctx == ctx.copy())
show(lambda: ContextVar(5))
