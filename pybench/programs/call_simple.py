"""Chains of plain function calls with several arguments, which are passed on in another order at every link.

    python3 call_simple.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 480000
TEN_ROUNDS = 315


def first(a, b, c, d):
    return second(b, c, d) + second(c, d, a) + second(d, a, b) + second(a, b, c)


def second(a, b, c):
    return third(a, b) + third(b, c) + third(c, a)


def third(a, b):
    fourth(a)
    fourth(b)
    fourth(a)
    return fourth(b)


def fourth(a):
    last()
    return a


def last():
    pass


def run(rounds):
    total = 0
    for i in range(rounds):
        total += first(1, 2, 3, i)
    return total


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(10) == TEN_ROUNDS, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
