"""The digits of pi by a spigot of growing integers.

    python3 big_pi.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 11
ONE_ROUND = 155972462


def digits(count):
    q, r, t, k, n, l = 1, 0, 1, 1, 3, 3
    out = []
    while len(out) < count:
        if 4 * q + r - t < n * t:
            out.append(n)
            q, r, n = 10 * q, 10 * (r - n * t), 10 * (3 * q + r) // t - 10 * n
        else:
            q, r, t, k, n, l = q * k, (2 * q + r) * l, t * l, k + 1, (q * (7 * k + 2) + r * l) // (t * l), l + 2
    return out


def run(rounds):
    result = 0
    for _ in range(rounds):
        for digit in digits(900):
            result = (result * 31 + digit) % 1000000007
    return result


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
