"""Arithmetic with numbers of one kind and of two."""


def integers(rounds):
    for _ in range(rounds):
        a = 2
        b = 3
        c = a + b * 7
        a = c - b
        b = a * 3 - c
        c = (b + a) // 2
        a = c % 11 + b
        b = a << 3
        c = b >> 1 | a
        a = c ^ b & 255
        b = -a + c
        c = a * b
        a = c // 9
        b = a % 1000
        c = a + b
    return c


def floats(rounds):
    for _ in range(rounds):
        a = 2.5
        b = 3.25
        c = a + b * 7.5
        a = c - b
        b = a * 3.125 - c
        c = (b + a) / 2.0
        a = c / 11.5 + b
        b = a * 0.125
        c = b - a * 1.5
        a = c + b * 0.25
        b = -a + c
        c = a * b
        a = c / 9.0
        b = a * 0.001
        c = a + b
    return c


def mixed(rounds):
    for _ in range(rounds):
        a = 2
        b = 3.25
        c = a + b * 7
        a = c - 5
        b = 3 * a - c
        c = (b + 1) / 2
        a = 11 + c / 4
        b = a * 8
        c = b - 2 * a
        a = 1 + c
        b = 100 - a
        c = a * 3
        a = c / 9
        b = 2 * a
        c = a + 1
    return c


def longs(rounds):
    for _ in range(rounds):
        a = 2220001000110001000011000000001
        b = 33001010001000010100001000
        c = a + b * 7
        a = c - b
        b = a * 3 - c
        c = (b + a) // 2
        a = c % 110000000000000000000000001 + b
        b = a << 3
        c = b >> 1 | a
        a = c ^ b
        b = -a + c
        c = a - b
        a = c // 9
        b = a % 10000000000000000000000000000001
        c = a + b
    return c


def complexes(rounds):
    for _ in range(rounds):
        a = 2 + 3j
        b = 2.5 - 1.5j
        c = a + b * 7
        a = c - b
        b = a * 0.5j - c
        c = (b + a) / 2
        a = c * 1j + b
        b = a * (0.5 + 0.5j)
        c = b - a
        a = c + b * 2
        b = -a + c
        c = a * 0.125
        a = c / (2 + 2j)
        b = a + 1
        c = a + b
    return c


TESTS = [
    ("SimpleIntegerArithmetic", 190000, integers, -1952),
    ("SimpleFloatArithmetic", 230000, floats, 11.686316415018801),
    ("SimpleIntFloatArithmetic", 110000, mixed, 32.20833333333333),
    ("SimpleLongArithmetic", 80000, longs, 6632390601590767664411298212250),
    ("SimpleComplexArithmetic", 100000, complexes, (-2.703125+0.6875j)),
]
