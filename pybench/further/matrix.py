"""Linear algebra in lists: products, elimination with pivots, determinants of fractions of whole numbers.

    python3 matrix.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 270
ONE_ROUND = 831891


def make(n, seed):
    rows = []
    for i in range(n):
        row = []
        for j in range(n):
            seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
            row.append((seed >> 8) % 19 - 9 + (10 if i == j else 0))
        rows.append(row)
    return rows


def product(a, b):
    columns = list(zip(*b))
    return [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


def solve(a, b):
    n = len(a)
    rows = [[float(x) for x in row] + [float(y)] for row, y in zip(a, b)]
    for i in range(n):
        best = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[best] = rows[best], rows[i]
        top = rows[i]
        for k in range(i + 1, n):
            row = rows[k]
            factor = row[i] / top[i]
            for j in range(i, n + 1):
                row[j] -= factor * top[j]
    x = [0.0] * n
    for i in range(n - 1, -1, -1):
        row = rows[i]
        rest = row[n]
        for j in range(i + 1, n):
            rest -= row[j] * x[j]
        x[i] = rest / row[i]
    return x


def determinant(a):
    """Without fractions: every division comes out even."""
    rows, before, sign = [row[:] for row in a], 1, 1
    n = len(rows)
    for k in range(n - 1):
        if rows[k][k] == 0:
            for i in range(k + 1, n):
                if rows[i][k]:
                    rows[k], rows[i], sign = rows[i], rows[k], -sign
                    break
            else:
                return 0
        for i in range(k + 1, n):
            for j in range(k + 1, n):
                rows[i][j] = (rows[i][j] * rows[k][k] - rows[i][k] * rows[k][j]) // before
        before = rows[k][k]
    return sign * rows[-1][-1]


def run(rounds):
    checksum = 0
    for r in range(rounds):
        a, b = make(24, r + 1), make(24, r + 100)
        c = product(a, b)
        x = solve(a, [row[0] for row in c])
        checksum = (checksum * 31 + sum(map(sum, c)) + round(sum(x) * 1000) + determinant([row[:12] for row in a[:12]]) % 1000003) % 1000000007
    return checksum


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
