"""The game of life on an endless field: a set of living cells, and a count of neighbours in a dict.

    python3 life.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 760
ONE_ROUND = 13

START = {(1, 0), (3, 1), (0, 2), (1, 2), (4, 2), (5, 2), (6, 2)}


def step(cells):
    counts = {}
    for x, y in cells:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx or dy:
                    key = (x + dx, y + dy)
                    counts[key] = counts.get(key, 0) + 1
    return {cell for cell, n in counts.items() if n == 3 or n == 2 and cell in cells}


def run(rounds):
    cells = set(START)
    checksum = 0
    for r in range(rounds):
        if r % 120 == 0:
            cells = set(START)
        for _ in range(2):
            cells = step(cells)
        checksum = (checksum * 31 + len(cells) + min(cells)[0] + max(cells)[1]) % 1000000007
    return checksum


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
