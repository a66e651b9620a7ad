"""Loops over small integers: arithmetic, bit operations, comparisons, and now and then a big one.

    python3 integers.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 40000
TEN_ROUNDS = (225019, 610108183604180285)


def run(rounds):
    state = 12345
    total = big = 0
    for _ in range(rounds):
        i = 0
        while i < 100:
            state = (state * 1103 + 12345) % 65536
            if state & 1:
                total += state >> 3
            elif state > 30000:
                total -= state // 7
            i += 1
        big = big * 31 + total
        if big > 1 << 200:
            big %= 1000000007
    return total, big


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(10) == TEN_ROUNDS, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
