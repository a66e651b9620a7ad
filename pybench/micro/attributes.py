"""Reading and writing attributes of instances: of the instance, of its class, through a chain.

    python3 attributes.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 5000000
TEN_ROUNDS = 60


class Counter:
    step = 3

    def __init__(self):
        self.total = 0
        self.last = 0
        self.next = None


def run(rounds):
    a, b = Counter(), Counter()
    a.next, b.next = b, a
    for i in range(rounds):
        a.total += a.step
        a.last = i
        b.total = a.next.last + b.next.total
    return a.total + b.total


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(10) == TEN_ROUNDS, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
