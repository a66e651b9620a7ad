"""Tuples: sliced, made in passing, unpacked."""


def slicing(rounds):
    numbers = tuple(range(100))
    for _ in range(rounds):
        a = numbers[50:]
        b = numbers[:25]
        c = numbers[10:60]
        d = numbers[-1]
        e = numbers[::2]
        f = numbers[-20:]
        g = numbers[:]
        b = numbers[1:-1]
    return (len(a), len(b), len(c), d, e[3], f[0], len(g))


def small(rounds):
    for _ in range(rounds):
        a = (1, 2, 3, 4)
        b = (a, a)
        c, d, e, f = a
        a = (f, e, d, c)
        g = (a[0], a[1], b)
        c, d = d, c
        x = a + g
        y = a * 2
        z = len(x)
        (c, d), e = (a[2], a[3]), z
    return (a, c, d, e, y, z)


TESTS = [
    ("TupleSlicing", 54000, slicing, (50, 98, 50, 99, 6, 80, 100)),
    ("SmallTuples", 190000, small, ((4, 3, 2, 1), 2, 1, 7, (4, 3, 2, 1, 4, 3, 2, 1), 7)),
]
