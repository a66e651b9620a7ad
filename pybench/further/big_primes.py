"""Primes of several hundred bits: modular powers, greatest common divisors, text of long numbers.

    python3 big_primes.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 190
ONE_ROUND = 8796093420483


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


def is_probable_prime(n):
    if n % 2 == 0:
        return n == 2
    d, s = n - 1, 0
    while d % 2 == 0:
        d //= 2
        s += 1
    for base in (2, 3, 5, 7, 11, 13):
        x = pow(base, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def run(rounds):
    result = 0
    for r in range(rounds):
        n = (1 << 160) + 2 * r + 1
        found = 0
        while found < 2:
            if gcd(n, 3 * 5 * 7 * 11 * 13 * 17 * 19 * 23) == 1 and is_probable_prime(n):
                found += 1
                result = (result * 31 + n) % ((1 << 61) - 1)
            n += 2
        a, b = 0, 1
        for _ in range(3000):
            a, b = b, a + b
        text = str(a)
        result += len(text) + int(text[:200]) % 997 + (a >> 1000) % 101 + (a & b) % 103
        product = 1
        for i in range(1, 400):
            product *= i
        for i in range(399, 200, -1):
            product //= i
        result += product % 1000003
    return result


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
