"""All ways to put queens on a board: recursion over sets, tuples and a generator.

    python3 queens.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 1500
ONE_ROUND = 808251989


def place(row, size, columns, rising, falling, chosen):
    if row == size:
        yield tuple(chosen)
        return
    for column in range(size):
        if column in columns or row + column in rising or row - column in falling:
            continue
        columns.add(column)
        rising.add(row + column)
        falling.add(row - column)
        chosen.append(column)
        yield from place(row + 1, size, columns, rising, falling, chosen)
        chosen.pop()
        columns.remove(column)
        rising.discard(row + column)
        falling.discard(row - column)


def run(rounds):
    result = 0
    for _ in range(rounds):
        for solution in place(0, 7, set(), set(), set(), []):
            for column in solution:
                result = (result * 7 + column) % 1000000007
    return result


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
