"""List, set and dict comprehensions and generator expressions, nested and with conditions.

    python3 comprehensions.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 20000
TEN_ROUNDS = 10870


def run(rounds):
    total = 0
    for r in range(rounds):
        squares = [x * x for x in range(100)]
        odd = [x for x in squares if x & 1]
        grid = [[x + y for x in range(10)] for y in range(10)]
        table = {x: y for x, y in zip(squares, odd)}
        kinds = {x % 7 for x in squares}
        total += sum(x for row in grid for x in row) + len(table) + len(kinds) + odd[r % 50]
    return total


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(10) == TEN_ROUNDS, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
