"""What was found in an instance must be looked up again whenever a class gains something that goes first: every time."""


def read(o):
    return o.x


def write(o, value):
    o.x = value


def made(value):
    class C:
        pass

    o = C()
    o.x = value
    return C, o


for i in range(4):
    C, o = made(i)
    print(*(read(o) for _ in range(5)), end=" ")
    C.x = property(lambda self: "property")
    print(read(o))

for i in range(3):
    C, o = made(i)
    for value in range(5):
        write(o, value)
    C.__setattr__ = lambda self, name, value: print("set", name, value)
    write(o, "seen")
    print(read(o))

for i in range(3):
    C, o = made(i)
    print(*(read(o) for _ in range(5)), end=" ")
    C.__getattribute__ = lambda self, name: "asked for " + name
    print(read(o))

for i in range(3):

    class Base:
        @property
        def x(self):
            return "base"

    class Plain:
        pass

    class C(Plain):
        pass

    o = C()
    write(o, i)
    print(*(read(o) for _ in range(5)), end=" ")
    C.__bases__ = (Base,)
    print(read(o))

for i in range(3):
    C, o = made(i)

    class D:
        x = property(lambda self: "another class")

    print(*(read(o) for _ in range(5)), end=" ")
    o.__class__ = D
    print(read(o))
