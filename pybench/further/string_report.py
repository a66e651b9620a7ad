"""Writes a report: formatting of all kinds, padding, joining, replacing.

    python3 string_report.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 2300
ONE_ROUND = 6237

NAMES = ["Anna Berg", "Bruno Stein", "Clara Wald", "David Fluss", "Eva Tal", "Felix Hain"]


def line(number, name, amount, share):
    first, _, last = name.partition(" ")
    return f"{number:>4}  {last.upper():<12}{first.title():<10}{amount:>12,.2f} {share:6.1%}"


def run(rounds):
    total = 0
    for r in range(rounds):
        rows = []
        for number in range(60):
            name = NAMES[(number + r) % len(NAMES)]
            amount = (number * 977 + r * 31) % 100000 / 7
            rows.append(line(number, name, amount, number / 60))
            rows.append("%-10s|%5d|%8.3f" % (name[:10], number, amount))
            rows.append("{:^20}{:#06x}".format(name.swapcase(), number + r))
        text = "\n".join(rows)
        text = text.replace("BERG", "Mountain").replace("  ", " ")
        total += len(text) + text.count("|") + text.rfind("Stein")
        words = text.split()
        total += sum(1 for word in words if word.isdigit())
        total += len(" ".join(word.strip("|%").center(9, ".") for word in words[:80]))
        total += sum(row.startswith(" ") + row.endswith("%") for row in text.splitlines())
    return total


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
