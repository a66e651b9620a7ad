"""Storing, looking up and counting in dictionaries with text, int and tuple keys.

    python3 dicts.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 10000
TEN_ROUNDS = 113500


def run(rounds):
    names = [f"key{i}" for i in range(100)]
    total = 0
    for r in range(rounds):
        counts = {}
        for name in names:
            counts[name] = r
        for i in range(100):
            counts[i] = counts[names[i]] + i
            counts[i, r] = i
        for name in names:
            if name in counts:
                total += counts[name] + counts.get(name[3:], 1)
        for key, value in counts.items():
            total += value
    return total


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(10) == TEN_ROUNDS, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
