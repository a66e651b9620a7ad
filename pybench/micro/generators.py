"""Generators in a pipeline, with yield, yield from and send.

    python3 generators.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 28000
TEN_ROUNDS = 74500


def count(n):
    i = 0
    while i < n:
        yield i
        i += 1


def odd(source):
    for n in source:
        if n & 1:
            yield n


def both(n):
    yield from odd(count(n))
    yield from range(n)


def summing():
    total = 0
    while True:
        total += yield total


def run(rounds):
    adder = summing()
    next(adder)
    result = 0
    for _ in range(rounds):
        for n in both(100):
            result = adder.send(n)
    return result


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(10) == TEN_ROUNDS, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
