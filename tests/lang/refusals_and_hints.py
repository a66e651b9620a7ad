"""What classes refuse with None, how many items iterables say they have, names of codecs, and other small protocols."""
import codecs
import gc
import sys
import weakref


def attempt(function, *args):
    try:
        return function(*args)
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:60]}"


class NoAdd:
    __add__ = None
    __iadd__ = None

    def __radd__(self, other):
        return "right"


class Right:
    def __radd__(self, other):
        return "other right"


def add_in_place(a, b):
    a += b
    return a


print(attempt(lambda: NoAdd() + 1), attempt(lambda: 1 + NoAdd()))
print(attempt(lambda: NoAdd() + Right()), attempt(add_in_place, NoAdd(), 1))


class Sized:
    def __init__(self, length):
        self.length = length

    def __iter__(self):
        return iter(range(3))

    def __len__(self):
        print("length")
        if self.length < 0:
            raise RuntimeError("no length")
        return self.length


data = bytearray()
for length in (3, -1):
    print(attempt(bytes, Sized(length)), attempt(data.extend, Sized(length)), attempt(bytearray, Sized(length)))
print(data)

asked = []
codecs.register(lambda name: asked.append(name))
for name in ("AAA---8", "_a_", "a.b", "a..b", "x\xe9y", "A B"):
    attempt(codecs.lookup, name)
print(asked)

before = sys.get_int_max_str_digits()
sys.set_int_max_str_digits(1000)
print(attempt(compile, "x = " + "1" * 1001, "<text>", "exec"))
print(attempt(eval, "0x" + "1" * 1001 + " > 0"), attempt(eval, "1" * 1000 + " > 0"))
sys.set_int_max_str_digits(before)


class Meta(type):
    changes = None

    def mro(cls):
        if Meta.changes is not None and cls.__name__ == "Low":
            change, Meta.changes = Meta.changes, None
            change(cls)
        return type.mro(cls)


class Top(metaclass=Meta):
    pass


class First(Top):
    pass


class Second(Top):
    pass


class Low(Top):
    pass


def become_second(cls):
    cls.__bases__ = (Second,)


def become_and_fail(cls):
    cls.__bases__ = (First,)
    raise ValueError("refused")


def show():
    print([c.__name__ for c in Low.__mro__], [c.__name__ for c in Low.__bases__],
          *[[c.__name__ for c in cls.__subclasses__()] for cls in (Top, First, Second)])


Meta.changes = become_second
Low.__bases__ = (First,)
show()
Meta.changes = become_and_fail
print(attempt(setattr, Low, "__bases__", (Top,)))
show()


class Back:
    """Comes back to life once."""
    kept = []

    def __init__(self, cyclic):
        self.me = self if cyclic else None

    def __del__(self):
        Back.kept.append(self)


def lost(cyclic):
    return weakref.ref(Back(cyclic), lambda reference: print("called back"))


reference = lost(True)
gc.collect()
print(len(Back.kept), reference() is None)
