"""Small tests under the names of the historical pybench: runs them all, or those that are named, and prints a time for each.

    python3 run.py [SCALE [TEST ...]]        SCALE multiplies the number of rounds of every test

A group is a file with a table, TESTS: a name, how many rounds make about a tenth of a second, the function that goes
through them, and what it gives for one round, by which every test is checked.
"""
import sys
import time

import arithmetic
import calls
import constructs
import dictionaries
import exceptions
import imports
import instances
import lists
import lookups
import newinstances
import numbers_
import strings
import tuples
import unicodes
import withs

GROUPS = [arithmetic, calls, constructs, dictionaries, exceptions, imports, instances, lists, lookups, newinstances,
          numbers_, strings, tuples, unicodes, withs]


def main():
    scale = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    chosen = sys.argv[2:]
    total, checksum = 0.0, 0
    for group in GROUPS:
        for name, rounds, function, expected in group.TESTS:
            if chosen and name not in chosen:
                continue
            assert function(1) == expected, f"wrong result: {name} gives {function(1)!r}"
            rounds = max(1, round(rounds * scale))
            started = time.perf_counter()
            function(rounds)
            elapsed = time.perf_counter() - started
            total += elapsed
            checksum += rounds
            print(f"test {name}: {elapsed:.6f}")
    print("checksum:", checksum)
    print(f"body: {total:.6f}")


if __name__ == "__main__":
    main()
