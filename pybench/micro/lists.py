"""Appending to a list, reading and writing by index, popping.

    python3 lists.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 8000
TEN_ROUNDS = 2498260


def run(rounds):
    total = 0
    for _ in range(rounds):
        items = []
        for i in range(500):
            items.append(i)
        for i in range(1, 500):
            items[i] = items[i - 1] + items[i] & 1023
        while items:
            total += items.pop()
    return total


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(10) == TEN_ROUNDS, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
