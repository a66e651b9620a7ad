"""Comparisons of numbers of one kind and of two."""


def integers(rounds):
    for _ in range(rounds):
        a = 2 < 3
        b = 2 > 3
        x, y = 5, 7
        c = x == y
        d = x != y
        e = x <= y
        f = x >= y
        a = x < y
        b = y > x
        c = x == 5
        d = y != 7
    return (a, b, c, d, e, f)


def floats(rounds):
    for _ in range(rounds):
        x, y = 5.5, 7.25
        a = x < y
        b = x > y
        c = x == y
        d = x != y
        e = x <= y
        f = x >= y
        a = x < 5.75
        b = y > 1.5
        c = x == 5.5
        d = y != 7.25
    return (a, b, c, d, e, f)


def mixed(rounds):
    for _ in range(rounds):
        x, y = 5.5, 7
        a = x < y
        b = y > x
        c = x == y
        d = y != x
        e = x <= y
        f = y >= x
        a = x < 6
        b = y > 1.5
        c = x == 5
        d = y != 7.0
    return (a, b, c, d, e, f)


def longs(rounds):
    for _ in range(rounds):
        x, y = 1234567890123456789012345, 1234567890123456789012346
        a = x < y
        b = x > y
        c = x == y
        d = x != y
        e = x <= y
        f = x >= y
        a = x < y
        b = y > x
        c = x == y
        d = y != y
    return (a, b, c, d, e, f)


TESTS = [
    ("CompareIntegers", 380000, integers, (True, True, True, False, True, False)),
    ("CompareFloats", 390000, floats, (True, True, True, False, True, False)),
    ("CompareFloatsIntegers", 170000, mixed, (True, True, False, False, True, True)),
    ("CompareLongs", 350000, longs, (True, True, False, False, True, False)),
]
