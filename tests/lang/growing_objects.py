"""Objects that get attributes one after the other: many, deleted and made again, of classes with slots, with defaults in
the class, in another order each time."""


class Plain:
    pass


class Slotted:
    __slots__ = ("a", "b", "c")


class Defaults:
    a = "of the class"
    b = None

    def __init__(self, a=None):
        if a is not None:
            self.a = a
        self.c = self.a, self.b


def grow(n):
    thing = Plain()
    for i in range(n):
        setattr(thing, f"x{i}", i * i)
        if i % 50 == 49:
            delattr(thing, f"x{i - 20}")
    return thing


def orders():
    made = []
    for order in ("abc", "cab", "bca", "cba", "aab"):
        thing = Plain()
        for at, name in enumerate(order):
            if name == "a":
                thing.a = at
            elif name == "b":
                thing.b = [at]
            else:
                thing.c = float(at)
        made.append(vars(thing))
    return made


def slotted():
    thing = Slotted()
    thing.c = 3
    thing.a = 1
    del thing.c
    try:
        thing.c
    except AttributeError as error:
        print(type(error).__name__, error)
    thing.c = "again"
    thing.b = None
    return [thing.a, thing.b, thing.c]


def main():
    big = grow(300)
    print(len(vars(big)), sum(vars(big).values()), hasattr(big, "x29"), big.x255, big.x256, big.x299)
    big.x29 = "back"
    print(list(vars(big))[-1], big.x29)
    print(orders())
    print(slotted())
    for thing in (Defaults(), Defaults("own")):
        thing.b = "later"
        print(vars(thing), thing.a, thing.b)
        del thing.b
        print(thing.b, vars(thing))
    other = Plain()
    other.__dict__.update(x=1, y=2)
    other.z = 3
    other.__dict__["w"] = 4
    print(vars(other))
    other.__class__ = Defaults
    other.b = 5
    print(other.a, other.b, vars(other))


main()
