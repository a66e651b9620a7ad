"""Instances that get more attributes than their classes' functions set, and those made after them."""


class Base:
    def __init__(self, a):
        self.a, self.b, self.c = a, a + 1, a + 2


class Derived(Base):
    def __init__(self, a):
        super().__init__(a)
        self.d, self.e, self.f = a + 3, a + 4, a + 5

    def more(self, names):
        for name in names:
            setattr(self, name, name.upper())


class Slotted(Derived):
    __slots__ = ("s", "t")


made = [Derived(n) for n in range(3)]
for one in made:
    one.more("pqrs")
    print(vars(one))
made += [Derived(7), Slotted(8)]
for one in made[-2:]:
    one.more("xyz")
    one.s = 1
    del one.a
    print(len(vars(one)), one.b, one.s, hasattr(one, "a"))
made[-1].t = 2
made[-1].a = 3
print(vars(made[-1]), made[-1].t)


class Bag:
    pass


for size in (3, 9, 40, 40, 2):
    bag = Bag()
    for n in range(size):
        setattr(bag, f"n{n}", n)
    bag.__dict__["extra"] = size
    print(len(vars(bag)), bag.n1, bag.extra, sum(vars(bag).values()))
