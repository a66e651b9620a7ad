"""The Mandelbrot set with complex numbers: how many points of a grid stay near, and how soon the others leave.

    python3 mandelbrot.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 380
ONE_ROUND = 10744


def leaves_after(c, limit):
    z = 0j
    for step in range(limit):
        if abs(z) > 2.0:
            return step
        z = z * z + c
    return limit


def run(rounds):
    total = 0
    for r in range(rounds):
        shift = (r % 5) * 0.01
        for row in range(24):
            for column in range(32):
                total += leaves_after(complex(column / 12.0 - 2.0 + shift, row / 10.0 - 1.2), 40)
    return total


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
