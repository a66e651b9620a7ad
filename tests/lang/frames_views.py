# The view of a function's variables that a frame gives.
import sys
from collections.abc import Mapping


def scope():
    x = 1
    view = sys._getframe().f_locals
    view["x"] = 2
    view["extra"] = 3
    print(x, locals()["extra"], reversed(view)[:1], sorted(view))
    match view:
        case {"x": found}:
            print("mapping", found, isinstance(view, Mapping))
    return view


class Name(str):
    pass


class Like:
    def __hash__(self):
        return hash("x")

    def __eq__(self, other):
        return other == "x"


view = scope()
for key in (Name("x"), Like()):
    print(view[key], key in view)
view[Like()] = 7
print(view.get("x"), len(view), list(view))
view["view"] = view
print(repr(view)[-8:])
for wrong in (lambda: view[[]], lambda: type(view)(), lambda: type(view)(1), lambda: view | [3],
              lambda: view["missing"]):
    try:
        wrong()
    except (TypeError, KeyError) as e:
        print(type(e).__name__, e)


def outer():
    x = 5

    def inner():
        y = x
        1 / 0

    inner()


try:
    outer()
except ZeroDivisionError as e:
    frame = e.__traceback__.tb_next.tb_next.tb_frame
    print(dict(frame.f_locals))
    frame.clear()
    print(dict(frame.f_locals), dir(e.__traceback__))
