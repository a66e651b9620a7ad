"""Raising, catching, translating and cleaning up: exceptions through several frames, with finally and with.

    python3 exceptions.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 2100
ONE_ROUND = 5077


class Problem(Exception):
    def __init__(self, code, text):
        super().__init__(code, text)
        self.code = code


class Worse(Problem):
    pass


class Guard:
    def __init__(self, log):
        self.log = log

    def __enter__(self):
        self.log[0] += 1
        return self

    def __exit__(self, kind, error, traceback):
        self.log[1] += kind is not None
        return kind is KeyError


def deep(level, n):
    if level == 0:
        if n % 3 == 0:
            raise Problem(n, "divided by three")
        if n % 5 == 0:
            raise Worse(n, "divided by five")
        return n
    try:
        return deep(level - 1, n)
    finally:
        n += 1


def translate(n, table):
    try:
        return table[n % 17]
    except KeyError as error:
        raise LookupError(f"nothing for {error.args[0]}") from error


def run(rounds):
    table = {i: i * i for i in range(12)}
    log = [0, 0]
    result = 0
    for r in range(rounds):
        for n in range(60):
            try:
                result += deep(4, n + r)
            except Worse as error:
                result += error.code % 7
            except Problem as error:
                result -= error.code % 5
            try:
                result += translate(n, table)
            except LookupError as error:
                result += len(error.args[0])
            else:
                result += 1
            with Guard(log):
                result += table[n % 14]
            try:
                int("12x" if n % 2 else "12")
            except ValueError:
                result += 2
            try:
                [].pop()
            except (IndexError, TypeError):
                pass
    return result + log[0] - log[1]


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
