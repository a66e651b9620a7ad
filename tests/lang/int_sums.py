"""Sums, differences and products of ints where their representations change, against sums of parts."""
from operator import add, mul, sub

LIMITS = [0, 2, 2 ** 32, 2 ** 47, 2 ** 63, 2 ** 64, 2 ** 128, 2 ** 256 + 2 ** 64]
NEAR = sorted({s * (x + d) for x in LIMITS for d in (-1, 0, 1) for s in (-1, 1)})
BASE = 10 ** 9


def parts(x):
    """The digits of an int to a base that every machine can add and multiply, the sign apart."""
    sign, x, out = (-1 if x < 0 else 1), abs(x), []
    while x:
        out.append(x % BASE)
        x //= BASE
    return sign, out


for x in NEAR[::9]:
    sign, digits = parts(x)
    again = 0
    for digit in reversed(digits):
        again = again * BASE + digit
    assert again * sign == x and str(x).lstrip("-") == "".join([str(digits[-1] if digits else 0)] + ["%09d" % d for d in digits[-2::-1]])

total = 0
for x in NEAR:
    others = [x] * len(NEAR)
    sums, differences, products = list(map(add, others, NEAR)), list(map(sub, others, NEAR)), list(map(mul, others, NEAR))
    assert list(map(sub, sums, NEAR)) == others and list(map(add, differences, NEAR)) == others
    assert sums == list(map(add, NEAR, others)) and products == list(map(mul, NEAR, others))
    assert list(map(add, products, NEAR)) == list(map(mul, map(add, others, [1] * len(NEAR)), NEAR))
    total = (total * 31 + sum(map(hash, sums)) + sum(map(hash, differences)) * 7 + sum(map(hash, products)) * 11) % (2 ** 61 - 1)
print(len(NEAR), total)
x = 3 ** 90
x += True
x -= False
print(x, x - 3 ** 90, -x + x, x * 0, x * -1 + x, x * 2 ** 64 - x * 2 ** 63, type(x - x + 1).__name__, {x - x: "zero"}[0])
