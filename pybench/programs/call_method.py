"""Chains of method calls on an instance: five links deep, with up to four arguments; nearly nothing else is done.

    python3 call_method.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 220000
TEN_ROUNDS = 960


class Chain:
    def __init__(self):
        self.passed = 0

    def start(self, a, b, c, d):
        self.second(a, b, c)
        self.second(b, c, d)
        self.second(c, d, a)
        self.second(d, a, b)

    def second(self, a, b, c):
        self.third(a, b)
        self.third(b, c)
        self.third(c, a)

    def third(self, a, b):
        self.fourth(a)
        self.fourth(b)

    def fourth(self, a):
        self.fifth()
        self.fifth()
        self.fifth()
        self.fifth()

    def fifth(self):
        self.passed += 1


def run(rounds):
    chain = Chain()
    for _ in range(rounds):
        chain.start(1, 2, 3, 4)
    return chain.passed


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(10) == TEN_ROUNDS, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
