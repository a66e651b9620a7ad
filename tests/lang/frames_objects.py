"""Frame objects: of running, waiting and ended calls, and of generators."""
import sys


def here():
    return sys._getframe()


def outer(x, *rest, key=1):
    local = "value"
    frame = inner(x)
    print(frame.f_code.co_name, frame.f_back.f_code.co_name, frame.f_back is sys._getframe())
    print(sorted(frame.f_back.f_locals), frame.f_back.f_locals["rest"])
    return frame


def inner(y):
    kept = [y]
    frame = sys._getframe()
    assert frame is sys._getframe(0)
    print(frame.f_lineno, sys._getframe(1).f_lineno)
    return frame


frame = outer(5, 6, key=7)
print(frame.f_locals["kept"], frame.f_lineno, frame.f_back.f_lineno)
print(frame.f_back.f_code.co_name, frame.f_back.f_back is sys._getframe())
print(frame.f_globals is globals())
frame.clear()
print(dict(frame.f_locals))
try:
    sys._getframe().clear()
except RuntimeError as e:
    print(e)
try:
    sys._getframe(50)
except ValueError as e:
    print(e)


def closure():
    free = 1

    def get():
        nonlocal free
        free += 1
        return sys._getframe()

    return get


frame = closure()()
print(frame.f_locals["free"], list(frame.f_locals), frame.f_lineno)


def write():
    a, b = 1, 2
    view = sys._getframe().f_locals
    view["a"] = "written"
    view["new"] = "more"
    print(a, view["new"], "b" in view, "c" in view, len(view) > 3)
    c = 3
    print(view["c"], view.get("d"), view.get("d", 4), view.setdefault("e", 5))
    try:
        view["zz"]
    except KeyError as e:
        print(e)
    del b
    print("b" in view, "b" in locals())
    snapshot = locals()
    a = 10
    print(snapshot["a"], view["a"], type(view).__name__, locals() is not locals())
    view.update({"c": 30})
    print(c, view == sys._getframe().f_locals, [k for k in view if len(k) == 1])


write()


def gen(n):
    for i in range(n):
        got = yield i
        print("got", got)


g = gen(2)
f = g.gi_frame
print(f.f_lineno, f.f_locals, f.f_back, f is g.gi_frame)
next(g)
print(f.f_lineno, f.f_locals["i"], f.f_back)
f.f_locals["i"] = "changed"
print(g.gi_frame.f_locals["i"])
try:
    f.clear()
except RuntimeError as e:
    print(e)
print(g.send("x"), list(g), g.gi_frame, f.f_locals)


def running():
    yield g2.gi_frame.f_back.f_code.co_name
    yield g2.gi_frame is sys._getframe()


g2 = running()
print(list(g2))


class Body:
    attribute = 1
    view = sys._getframe().f_locals
    view["set"] = 2
    print(view is locals(), set)


print(Body.set)
print(here().f_code.co_name, here().f_builtins["len"] is len)
print(sys._getframemodulename(), sys._getframe().f_code.co_name)
print(len(sys._current_frames()))
