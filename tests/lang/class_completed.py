"""Classes that are completed after they are made: hooks and descriptors count at once, for instances made before too."""


class Early:
    pass


class Late:
    pass


class Sub(Late):
    pass


def read(obj):
    return obj.x


def write(obj, value):
    obj.x = value


def setter(self, name, value):
    object.__setattr__(self, name, ("set", value))


def getter(self, name):
    return ("got", name) if name in "xy" else object.__getattribute__(self, name)


def class_getter(cls, name):
    return ("got", name) if name == "x" else type.__getattribute__(cls, name)


def attempt(f, *args):
    try:
        return f(*args)
    except AttributeError as e:
        return str(e)


# The sites know the classes before they change.
early, late, sub, bare, plain = Early(), Late(), Sub(), Late(), Early()
for obj in (early, late, sub):
    for n in range(3):
        write(obj, n)
print(read(early), read(late), read(sub), attempt(read, bare))
Late.__setattr__ = setter
for obj in (early, late, sub, bare):
    write(obj, 5)
    print(read(obj), end=" ")
print()
Early.x = property(lambda self: "computed")
print(read(early), attempt(write, early, 1), read(plain), read(Early()))
del Early.x
print(read(early), attempt(read, plain))


def made(kind):
    """A class without instances, which then gets a hook: what was known of others stays true."""

    class Made:
        pass

    first = Made()
    if kind == "dict":
        vars(first)
        for n in range(3):
            write(first, n)
    elif kind == "class changed":
        first.__class__ = Early
        write(first, 1)
        first.__class__ = Made
    elif kind == "slot":
        write(first, 1)
    Made.__setattr__ = setter
    second = Made()
    write(second, 7)
    write(first, 8)
    Made.y = property(lambda self: "y of it")
    found = [read(first), read(second), first.y, second.y]
    Made.__getattribute__ = getter
    return found + [read(first), second.y]


for kind in ("nothing", "dict", "class changed", "slot", "nothing"):
    print(kind, made(kind))


class Counter:
    total = 0


def count(n):
    for _ in range(n):
        Counter.total += 1
    return Counter.total


print(count(5))
Counter.__getattr__ = lambda self, name: name
print(Counter().missing, count(5))


class Meta(type):
    pass


class Of(metaclass=Meta):
    x = 1


print(read(Of), read(Of))
Meta.x = property(lambda cls: "of the metaclass")
print(read(Of))
del Meta.x
Meta.__getattribute__ = class_getter
print(read(Of))
