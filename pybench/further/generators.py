"""Generators in rows and trees: pipelines, `send`, recursion with `yield from`, early ends.

    python3 generators.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 650
ONE_ROUND = 357720301


class Tree:
    def __init__(self, left, key, right):
        self.left, self.key, self.right = left, key, right

    def __iter__(self):
        if self.left is not None:
            yield from self.left
        yield self.key
        if self.right is not None:
            yield from self.right


def build(low, high):
    if low >= high:
        return None
    middle = (low + high) // 2
    return Tree(build(low, middle), middle, build(middle + 1, high))


def numbers(n):
    for i in range(n):
        yield i


def kept(source, divisor):
    for x in source:
        if x % divisor:
            yield x


def pairs(source):
    iterator = iter(source)
    for x in iterator:
        yield x, next(iterator, 0)


def averager():
    total = count = 0
    average = 0
    while True:
        x = yield average
        if x is None:
            return total
        total += x
        count += 1
        average = total // count


def collect(source):
    worker = averager()
    next(worker)
    last = 0
    for x in source:
        last = worker.send(x)
    try:
        worker.send(None)
    except StopIteration as end:
        return end.value + last
    return -1


def first(source, n):
    try:
        for x in source:
            if n == 0:
                return
            n -= 1
            yield x
    finally:
        source.close()


def run(rounds):
    tree = build(0, 1000)
    checksum = 0
    for r in range(rounds):
        checksum += sum(tree)
        line = numbers(2000 + r % 7)
        for divisor in (2, 3, 5):
            line = kept(line, divisor)
        checksum += sum(a * b for a, b in pairs(line))
        checksum += collect(x & 255 for x in numbers(1500))
        checksum += sum(first(kept(numbers(10000), 7), 500))
        checksum %= 1000000007
    return checksum


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
