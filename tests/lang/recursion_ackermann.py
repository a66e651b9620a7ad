"""Ackermann's function: deep calls whose arguments are calls."""


def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


for m in range(3):
    print([ackermann(m, n) for n in range(4 - m)])
print(ackermann(2, 3))
