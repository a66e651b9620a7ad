"""Counts, groups and ranks the words of a text in dictionaries.

    python3 dict_words.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 180
ONE_ROUND = 6444

SYLLABLES = ["ta", "ri", "mo", "ken", "sul", "vi", "ra", "dor", "el", "an", "is", "qua"]


def make_text(count):
    seed, words = 12345, []
    for _ in range(count):
        seed = (seed * 1103515245 + 12345) % 2147483648
        length = 1 + seed % 3
        word = ""
        for k in range(length):
            word += SYLLABLES[(seed >> (4 + 5 * k)) % len(SYLLABLES)]
        words.append(word)
    return words


def run(rounds):
    words = make_text(6000)
    result = 0
    for r in range(rounds):
        counts, by_first, pairs = {}, {}, {}
        before = ""
        for word in words:
            counts[word] = counts.get(word, 0) + 1
            by_first.setdefault(word[0], []).append(word)
            key = (before, word)
            if key in pairs:
                pairs[key] += 1
            else:
                pairs[key] = 1
            before = word
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        longest = {first: max(group, key=len) for first, group in by_first.items()}
        result += ranked[r % 10][1] + len(pairs) + sum(map(len, longest.values()))
        for word, number in ranked[:50]:
            del counts[word]
        result += len(counts)
    return result


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
