"""Raising and catching: in the same function, through three calls, with finally, and from builtins.

    python3 exceptions.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 600000
TEN_ROUNDS = 13


class Refused(Exception):
    pass


def bottom(i):
    if i & 1:
        raise Refused(i)
    return i


def middle(i):
    try:
        return bottom(i)
    finally:
        i += 1


def run(rounds):
    table = {"a": 1}
    total = 0
    for i in range(rounds):
        try:
            total += middle(i)
        except Refused as e:
            total -= e.args[0]
        try:
            total += table["b"]
        except KeyError:
            total += 1
        try:
            if i % 3 == 0:
                raise ValueError
        except (TypeError, ValueError):
            total += 2
    return total


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(10) == TEN_ROUNDS, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
