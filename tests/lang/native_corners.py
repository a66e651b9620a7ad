# Corners where natives meet classes and callbacks of the program.
import codecs
import enum
from collections import namedtuple


class Shrinks:
    def __index__(self):
        data.clear()
        return 0


data = bytearray(b"abc")
try:
    data[0] = Shrinks()
except IndexError as e:
    print(e, data)


class NoException(Exception):
    def __new__(cls, *args):
        return cls


def waits():
    try:
        yield 1
    except TypeError as e:
        print("in the generator:", e)
        yield 2


for started in (False, True):
    g = waits()
    if started:
        next(g)
    try:
        print(g.throw(NoException))
    except TypeError as e:
        print("outside:", e)


class Endless:
    pass


Endless.__repr__ = Endless.__str__
try:
    repr(Endless())
except RecursionError:
    print("RecursionError")


class marked(staticmethod):
    def __init__(self, f):
        super().__init__(f)
        self.mark = 1


class of_class(classmethod):
    def __init__(self, f):
        super().__init__(f)
        self.mark = 2


class Holder:
    encode = codecs.utf_8_encode

    @marked
    def a(x):
        return x

    @of_class
    def b(cls):
        return cls.__name__


print(Holder().encode("ä"), Holder.encode("b"), Holder.a(3), Holder.b())
print(Holder.__dict__["a"].mark, Holder.__dict__["b"].mark)

Point = namedtuple("Point", "x y")
print(Point._make(i for i in (1, 2)), Point(1, 2)._replace(y=5))


class Pair(frozenset):
    def __new__(cls, a, b):
        return frozenset.__new__(cls, (i for i in (a, b)))


print(sorted(Pair(2, 1)), type(Pair(1, 2)).__name__)


class Meta(type):
    def __dir__(cls):
        return ["z", "a"]


class Listed(metaclass=Meta):
    pass


print(dir(Listed))


class Level(enum.IntEnum):
    low = 1

    def __str__(self):
        return self.name.upper()


print(format(Level.low), "{}".format(Level.low), f"{Level.low}", f"{Level.low:3}|")

for call in (lambda: codecs.encode("x", "hex_codec"), lambda: codecs.decode(b"zz", "hex_codec")):
    try:
        call()
    except Exception as e:
        print(type(e).__name__, e.__notes__)
