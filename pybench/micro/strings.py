"""Building text: concatenation, joining, f-strings, slicing, searching, splitting.

    python3 strings.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 11000
TEN_ROUNDS = 15750


def run(rounds):
    total = 0
    for r in range(rounds):
        text = ""
        parts = []
        for i in range(100):
            text += "ab"
            parts.append(f"{i}:{r}")
        line = ",".join(parts)
        total += len(text) + line.count(":") + line.find("99:")
        for word in line.split(","):
            total += len(word[2:]) + (word[0] == "9")
        total += len(line.replace(":", "=>").upper())
    return total


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(10) == TEN_ROUNDS, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
