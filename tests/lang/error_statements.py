"""Errors raised by statements, each caught where it happens: del, import, raise, assert, unpacking, with, for, class."""
import math


def show(e):
    print(type(e).__name__, e)


class Custom(Exception):
    pass


class WithFields(ValueError):
    def __init__(self, field, reason):
        self.field, self.reason = field, reason

    def __str__(self):
        return f"{self.field}: {self.reason}"


try:
    del never_bound
except NameError as e:
    show(e)
try:
    import no_such_module
except ImportError as e:
    show(e)
    print(e.name)
try:
    from math import no_such_name
except ImportError as e:
    print(type(e).__name__, e.name)
try:
    raise Custom
except Custom as e:
    show(e)
try:
    raise Custom("with", "arguments", 3)
except Custom as e:
    show(e)
    print(e.args)
try:
    raise WithFields("age", "too small")
except ValueError as e:
    show(e)
    print(e.args, e.field, repr(e))
try:
    raise 5
except TypeError as e:
    show(e)
try:
    raise int
except TypeError as e:
    show(e)
try:
    assert 1 > 2, ("not", "so")
except AssertionError as e:
    show(e)
try:
    with object() as o:
        pass
except TypeError as e:
    show(e)
try:
    class Broken(5):
        pass
except TypeError as e:
    print(type(e).__name__)
try:
    class Half:
        x = 1
        y = x / 0
except ZeroDivisionError as e:
    show(e)
try:
    Half
except NameError as e:
    show(e)
try:
    math.pi.x = 1
except AttributeError as e:
    show(e)
try:
    (lambda: 0).x.y = 1
except AttributeError as e:
    show(e)
try:
    for i in [1, 2, 3]:
        if i == 2:
            raise StopIteration("in a loop")
except StopIteration as e:
    show(e)
try:
    try:
        raise KeyError("a")
    except 5:
        pass
except TypeError as e:
    show(e)
try:
    x = [1, 2, 3]
    del x[5]
except IndexError as e:
    show(e)
try:
    d = {}
    del d["k"]
except KeyError as e:
    show(e)
for kind in (ValueError, KeyError, OSError, Exception):
    print(repr(kind()), repr(kind("m")), str(kind("m", 2)), kind("a").args)
print(repr(OSError(2, "No such thing")), OSError(2, "gone", "file.txt"), issubclass(FileNotFoundError, OSError), [c.__name__ for c in KeyError.__mro__])
