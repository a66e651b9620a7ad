"""Integers with floats in arithmetic and comparisons, where the integer is small, as large as fits beside a tag, or larger;
and the negative of integers."""
import math

INTEGERS = [0, -7, 2**47 - 1, -(2**47), 2**47, 2**53 + 1]
FLOATS = [0.0, -0.0, -1.5, 2.0**47, 2.0**53, -math.inf, math.nan]


def sums(i, x):
    return i + x, x + i, i - x, x - i, i * x, x * i


def in_place(i, x):
    a = b = c = x
    a += i
    b -= i
    c *= i
    d = e = f = i
    d += x
    e -= x
    f *= x
    return a, b, c, d, e, f


def comparisons(i, x):
    return i < x, i <= x, i == x, i != x, i > x, i >= x, x < i, x <= i, x == i, x != i, x > i, x >= i


def branches(x):
    taken = []
    if x < 0:
        taken.append("below 0")
    if x == 0:
        taken.append("0")
    if x != 1:
        taken.append("not 1")
    if x >= 7:
        taken.append("7 or more")
    while x > -3:
        x -= 1
        taken.append("lower")
        if len(taken) > 5:
            break
    return taken


def main():
    for i in INTEGERS:
        print(*(f"{i} {x} {sums(i, x)} {comparisons(i, x)}" for x in FLOATS), sep="\n")
        print(*in_place(i, 0.75))
    for x in [0.0, -2.5, math.nan, math.inf, 1e-9]:
        print(x, branches(x))
    print(*(f"{-i} {- -i} {-(-i)}" for i in INTEGERS + [True, False]))
    print(*(f"{-x} {0 - x} {0.0 - x} {1 * -x}" for x in FLOATS))
    for x in (1 + 2j, "a", None):
        for operation in (lambda: 1.5 + x, lambda: x + 2, lambda: -x, lambda: x < 1.5, lambda: 2 < x):
            try:
                print(operation())
            except TypeError as error:
                print(error)


main()
