"""Many short-lived trees beside one that stays: making objects, walking them, letting go of them.

    python3 trees.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 230
ONE_ROUND = 12117


class Node:
    def __init__(self, left, right):
        self.left = left
        self.right = right

    def count(self):
        if self.left is None:
            return 1
        return 1 + self.left.count() + self.right.count()


def grow(depth):
    if depth == 0:
        return Node(None, None)
    return Node(grow(depth - 1), grow(depth - 1))


def run(rounds):
    lasting = grow(11)
    total = 0
    for r in range(rounds):
        for depth in range(3, 11, 2):
            for _ in range(1 << (10 - depth)):
                total += grow(depth).count()
    return total + lasting.count()


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
