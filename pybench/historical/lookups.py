"""Attributes of classes and instances, with plain and with special names, and methods of builtin types."""


class Holder:
    a = 1
    b = 2
    __a__ = 3
    __b__ = 4


def class_attributes(rounds):
    for _ in range(rounds):
        Holder.a = 2
        Holder.b = Holder.a
        x = Holder.b
        Holder.a = 3
        y = Holder.a
        Holder.b = 4
        z = Holder.a
        x = Holder.b
    return (x, y, z)


def special_class_attributes(rounds):
    for _ in range(rounds):
        Holder.__a__ = 2
        Holder.__b__ = Holder.__a__
        x = Holder.__b__
        Holder.__a__ = 3
        y = Holder.__a__
        Holder.__b__ = 4
        z = Holder.__a__
        x = Holder.__b__
    return (x, y, z)


def instance_attributes(rounds):
    o = Holder()
    for _ in range(rounds):
        o.a = 2
        o.b = o.a
        x = o.b
        o.a = 3
        o.c = o.b
        y = o.a
        o.b = 4
        z = o.c
        x = o.b
        o.c = x
    return (x, y, z)


def special_instance_attributes(rounds):
    o = Holder()
    for _ in range(rounds):
        o.__a__ = 2
        o.__b__ = o.__a__
        x = o.__b__
        o.__a__ = 3
        o.__c__ = o.__b__
        y = o.__a__
        o.__b__ = 4
        z = o.__c__
        x = o.__b__
        o.__c__ = x
    return (x, y, z)


def builtin_methods(rounds):
    l, d, s = [], {}, ""
    for _ in range(rounds):
        l.append
        l.insert
        l.sort
        d.keys
        d.get
        d.items
        s.join
        s.split
        a = l.pop
        b = d.pop
    return (a.__name__, b.__name__)


TESTS = [
    ("SpecialClassAttribute", 93000, special_class_attributes, (4, 3, 3)),
    ("NormalClassAttribute", 130000, class_attributes, (4, 3, 3)),
    ("SpecialInstanceAttribute", 800000, special_instance_attributes, (4, 3, 2)),
    ("NormalInstanceAttribute", 800000, instance_attributes, (4, 3, 2)),
    ("BuiltinMethodLookup", 110000, builtin_methods, ('pop', 'pop')),
]
