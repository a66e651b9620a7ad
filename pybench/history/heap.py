"""A program with a large heap that changes all over: what checkpoints cost when there is much that could change.

    python3 heap.py MEGABYTES [STEPS]

The heap is a list of rows of 128 numbers. Every step writes one number in a row far from the last one.
"""
import sys
import time

WIDTH = 128
megabytes = int(sys.argv[1])
steps = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000_000


def build(megabytes):
    return [[0] * WIDTH for _ in range(megabytes * 1024 * 1024 // (8 * WIDTH))]


def work(rows, steps):
    count = len(rows)
    at = 0
    for i in range(steps):
        at = (at + 7919) % count
        rows[at][i & 127] = i
    return at


rows = build(megabytes)
started = time.perf_counter()
checksum = work(rows, steps)
elapsed = time.perf_counter() - started
print("checksum:", checksum)
print(f"body: {elapsed:.6f}")
