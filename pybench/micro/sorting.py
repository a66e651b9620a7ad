"""Sorting with key functions, with __lt__, and plain; min and max with a key.

    python3 sorting.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 5000
TEN_ROUNDS = 22318


class Card:
    def __init__(self, n):
        self.suit, self.rank = n % 4, n % 13

    def __lt__(self, other):
        return self.rank < other.rank or self.rank == other.rank and self.suit < other.suit


def run(rounds):
    numbers = [i * 7919 % 1009 for i in range(200)]
    cards = [Card(n) for n in numbers[:60]]
    total = 0
    for r in range(rounds):
        by_digit = sorted(numbers, key=lambda n: (n % 10, n))
        down = sorted(numbers, key=lambda n: -n)
        plain = sorted(numbers)
        cards.sort()
        hand = sorted(cards, key=lambda c: c.suit)
        total += by_digit[r % 200] + down[0] - plain[0] + hand[5].rank + max(numbers, key=lambda n: n ^ r)
        cards = cards[7:] + cards[:7]
    return total


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(10) == TEN_ROUNDS, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
