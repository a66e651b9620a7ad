# Slots of modules' subclasses, a slot named `__hash__`, `str()` of a class whose metaclass defines it.
import types


class Lazy(types.ModuleType):
    __slots__ = ("_from", "_to")

    def __init__(self, a, b):
        super().__init__(a)
        self._from = a
        self._to = b

    def __getattr__(self, name):
        return f"{self._to}.{name}"


class Loud(Lazy):
    __slots__ = ("extra",)


for cls in (Lazy, Loud):
    module = cls("here", "there")
    print(module._from, module._to, module.anything, sorted(vars(module)))
    module._from = "elsewhere"
    print(module._from)
    del module._from
    print(module._from)
    try:
        del module._from
    except AttributeError as e:
        print("AttributeError", e)

module = Loud("a", "b")
module.extra = 5
module.free = 6
print(module.extra, module.free, "extra" in vars(module), "free" in vars(module))
try:
    Lazy._from.__get__(types.ModuleType("plain"))
except TypeError as e:
    print(e)


class Marker:
    __slots__ = ("schema", "__hash__")

    def __init__(self, schema):
        self.schema = schema
        self.__hash__ = lambda: 7

    def __eq__(self, other):
        return self.schema == other


print(type(Marker.__dict__["__hash__"]).__name__, Marker(1) == 1, Marker(1).__hash__())


class Meta(type):
    def __str__(cls):
        return f"str of {cls.__name__}"

    def __repr__(cls):
        return f"repr of {cls.__name__}"


class Only(type):
    def __repr__(cls):
        return f"only repr of {cls.__name__}"


class A(metaclass=Meta):
    pass


class B(metaclass=Only):
    pass


for cls in (A, B, int):
    print(str(cls), repr(cls), f"{cls}", "%s" % cls, "{!s}".format(cls), [cls], cls)


class Data(bytes):
    def __repr__(self):
        return "Data"


class Array(bytearray):
    def __repr__(self):
        return "Array"


print(str(Data(b"q")), repr(Data(b"q")), f"{Data(b'q')}", str(Array(b"q")), repr(Array(b"q")))
print(b"q".__str__(), bytearray(b"q").__str__())
