"""Making and calling closures that share cells, and calling functions through variables.

    python3 closures.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 1900000
TEN_ROUNDS = 122


def counter():
    n = 0

    def up(by):
        nonlocal n
        n += by
        return n

    def get():
        return n

    return up, get


def compose(f, g):
    return lambda x: g(f(x))


def run(rounds):
    up, get = counter()
    both = compose(lambda x: x + 1, lambda x: x * 2 & 1023)
    total = 0
    for i in range(rounds):
        up(both(i))
        if not i & 7:
            make, look = counter()
            make(get() & 15)
            total += look()
    return total + get()


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(10) == TEN_ROUNDS, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
