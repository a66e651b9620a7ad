"""The largest stretch of an infinite matrix, from a part of it: sums of products in comprehensions and generators.

    python3 spectral_norm.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time
from math import sqrt

ROUNDS = 210
ONE_ROUND = '0.784805115'
N = 60


def element(row, column):
    diagonal = row + column
    return 1.0 / (diagonal * (diagonal + 1) // 2 + row + 1)


def times(vector):
    return [sum(element(row, column) * x for column, x in enumerate(vector)) for row in range(len(vector))]


def times_transposed(vector):
    return [sum(element(column, row) * x for column, x in enumerate(vector)) for row in range(len(vector))]


def stretched(vector):
    return times_transposed(times(vector))


def run(rounds):
    v = [1.0] * N
    u = v
    for _ in range(rounds):
        u = stretched(v)
        v = stretched(u)
    top = sum(a * b for a, b in zip(u, v))
    return "%.9f" % sqrt(top / sum(b * b for b in v))


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
