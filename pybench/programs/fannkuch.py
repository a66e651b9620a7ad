"""Pancake flips: over all permutations of 1 to n, the largest number of prefix reversals until 1 is in front.

    python3 fannkuch.py [SCALE]        SCALE multiplies the number of rounds

One round goes through the permutations of nine numbers and adds up the flips with alternating signs; a small part of a
round goes through those of fewer.
"""
import sys
import time

ROUNDS = 4
SIX_NUMBERS = (49, 10)
N = 9


def flips_of(permutation):
    """How many prefix reversals bring 0 to the front."""
    deck = permutation[:]
    flips = 0
    top = deck[0]
    while top:
        deck[:top + 1] = deck[top::-1]
        flips += 1
        top = deck[0]
    return flips


def fannkuch(n):
    permutation = list(range(n))
    counts = [0] * n
    most = total = 0
    sign = 1
    while True:
        if permutation[0]:
            flips = flips_of(permutation)
            if flips > most:
                most = flips
            total += sign * flips
        # the next permutation: rotate ever longer prefixes, each as often as it is long
        length = 1
        while True:
            if length == n:
                return total, most
            permutation.insert(length, permutation.pop(0))
            counts[length] += 1
            if counts[length] <= length:
                break
            counts[length] = 0
            length += 1
        sign = -sign


def run(rounds, n):
    result = None
    for _ in range(rounds):
        result = fannkuch(n)
    return result


def work(rounds):
    """Divides an amount of work into rounds and a length: each number more multiplies the permutations by it."""
    n = N
    while rounds < 0.05 and n > 5:
        rounds *= n
        n -= 1
    return max(1, round(rounds)), n


if __name__ == "__main__":
    rounds, n = work(ROUNDS * float(sys.argv[1])) if len(sys.argv) > 1 else (ROUNDS, N)
    started = time.perf_counter()
    checksum = run(rounds, n)
    elapsed = time.perf_counter() - started
    assert fannkuch(6) == SIX_NUMBERS, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
