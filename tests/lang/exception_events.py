"""Raising, passing on and handling in the ways that differ in the events they give."""


def fails():
    return 1 / 0


def passes():
    return fails()


def bare():
    try:
        fails()
    except ZeroDivisionError:
        raise


def named():
    try:
        fails()
    except ZeroDivisionError as e:
        raise e


def through_finally():
    try:
        fails()
    finally:
        x = 1


def through_with():
    with Manager(False):
        fails()


def swallowed():
    with Manager(True):
        fails()


def replaced():
    try:
        fails()
    except ZeroDivisionError:
        raise KeyError("replaced") from None


def not_mine():
    try:
        fails()
    except (KeyError, IndexError):
        pass


def in_else():
    try:
        pass
    except ZeroDivisionError:
        pass
    else:
        fails()


def in_comprehension():
    return [fails() for _ in "a"]


def in_lambda():
    return (lambda: fails())()


def in_class_body():
    class Broken:
        x = fails()


def in_default():
    def f(x=fails()):
        pass


def in_argument():
    return passes(*[1], fails())


def in_key():
    return sorted([1, 2], key=lambda x: fails())


def in_condition():
    if fails():
        pass
    elif 1:
        pass


def asserting():
    assert fails() == 1, "no"


def unassigned():
    print(later)
    later = 1


class Manager:
    def __init__(self, swallow):
        self.swallow = swallow

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return self.swallow


def hidden():
    return [hasattr(5, "x"), getattr(5, "x", 0), {}.get("x"), next(iter(()), 0), 5 in [1]]


for f in (fails, passes, bare, named, through_finally, through_with, swallowed, replaced, not_mine, in_else, in_comprehension,
          in_lambda, in_class_body, in_default, in_argument, in_key, in_condition, asserting, unassigned, hidden):
    try:
        print(f.__name__, f())
    except (ZeroDivisionError, KeyError, NameError) as e:
        print(f.__name__, repr(e))
