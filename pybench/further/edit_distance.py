"""How far words are from each other: tables row by row, suggestions for words that are spelled wrongly.

    python3 edit_distance.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 200
ONE_ROUND = 401189

WORDS = ("apple banana cherry orange lemon melon papaya grape raspberry blackberry strawberry coconut apricot mango "
         "tomato potato carrot cabbage spinach pepper onion garlic celery parsley lettuce pumpkin radish turnip").split()


def distance(a, b):
    before = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            row.append(min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y)))
        before = row
    return before[-1]


def spoiled(word, n):
    at = n % len(word)
    kind = n % 4
    if kind == 0:
        return word[:at] + word[at + 1:]
    if kind == 1:
        return word[:at] + "e" + word[at:]
    if kind == 2:
        return word[:at] + "x" + word[at + 1:]
    return word[::-1][:3] + word[3:]


def run(rounds):
    checksum = 0
    for r in range(rounds):
        for n in range(4):
            word = spoiled(WORDS[(r + n * 7) % len(WORDS)], r + n)
            best = sorted((distance(word, w), w) for w in WORDS)[:3]
            checksum = (checksum * 31 + sum(d for d, _ in best) + len(best[0][1])) % 1000000007
    return checksum


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
