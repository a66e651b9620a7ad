"""The n queens problem, by backtracking with a generator and with bit masks."""


def queens(n, placed=()):
    if len(placed) == n:
        yield placed
        return
    row = len(placed)
    for col in range(n):
        for r, c in enumerate(placed):
            if c == col or abs(c - col) == row - r:
                break
        else:
            yield from queens(n, placed + (col,))


def count(n, columns=0, left=0, right=0):
    full = (1 << n) - 1
    if columns == full:
        return 1
    total = 0
    free = full & ~(columns | left | right)
    while free:
        bit = free & -free
        free ^= bit
        total += count(n, columns | bit, (left | bit) << 1, (right | bit) >> 1)
    return total


solutions = list(queens(4))
print(solutions)
for col in solutions[0]:
    print("." * col + "Q" + "." * (3 - col))
print([count(n) for n in range(1, 5)])
