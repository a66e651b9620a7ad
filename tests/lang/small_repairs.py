# Things that differed from CPython in a detail each.
import copy
import marshal
import pickle
import signal
import sys
from collections import deque

# Iterators over deques are pickled and copied with their place.
d = deque(range(5))
made = iter(d)
next(made)
for _ in range(2):
    for protocol in (0, 2, pickle.HIGHEST_PROTOCOL):
        again, other = pickle.loads(pickle.dumps((made, d), protocol))
        other[-1] = other[0] = "x"
        print(type(again) is type(made), list(again))
    print(list(copy.copy(made)), made.__reduce__()[1])
    list(made)
back = reversed(d)
print(next(back), back.__reduce__()[1], list(copy.copy(back)), list(back))

# The hash of a NaN is that of an object.
nan = float("nan")
print(hash(nan) == object.__hash__(nan), hash(float("inf")), sys.hash_info.nan)


class F(float):
    pass


one, two = F("nan"), F("nan")
print(hash(one) == object.__hash__(one), hash(one) != hash(two), hash(F(2.5)) == hash(2.5), len({nan, nan}))

# Interned strings come back as the same from marshal's format since version 3.
text = sys.intern("an interned text " + "x")
print([marshal.loads(marshal.dumps(text, version)) is text for version in (2, 3, 4)])
print(marshal.loads(marshal.dumps([text, {text: (text, "ü" + text)}])) == [text, {text: (text, "ü" + text)}])


# A method that compares and cannot be bound is none.
def refuse(self):
    raise AttributeError("refused")


class Refusing:
    __eq__ = property(refuse)
    __lt__ = property(refuse)


a, b = Refusing(), Refusing()
print(a == b, a == a, a != b, [a] == [b], a in [b])
try:
    a < b
except TypeError as error:
    print(error)

# There is one `b''`.
empty = b""
print(eval("b''") is empty, compile("b''", "", "eval").co_consts[0] is empty)
print({getattr(signal, name).__module__ for name in ("default_int_handler", "signal", "raise_signal")} <= {"_signal", "signal"})


# A `__new__` of a class derived from an iterator gets an instance of that class.
def numbers():
    yield from (1, 2)


for base, args in ((zip, ([1, 2], "ab")), (zip, (numbers(), "ab")), (map, (str, [1, 2])), (map, (lambda x: x, numbers())),
                   (filter, (None, [0, 1])), (filter, (bool, numbers())), (enumerate, ("ab", 3)), (enumerate, (numbers(),))):
    class Named(base):
        def __new__(cls, *args, name):
            made = super().__new__(cls, *args)
            made.name = name
            return made

    named = Named(*args, name="a name")
    print(type(named) is Named, named.name, isinstance(named, base), list(named))
