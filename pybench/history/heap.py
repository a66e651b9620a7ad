"""A program with a large heap that changes all over: what checkpoints cost when there is much that could change.

    python3 heap.py MEGABYTES [STEPS [WINDOW]]

The heap is a list of rows of 128 numbers. Every step writes one number in some row of a window of WINDOW rows, which
moves on by a row every thousand steps: a program works on a part of its data at a time. A WINDOW of 0 is all rows, the
worst that can happen to copying what changes.
"""
import sys
import time

WIDTH = 128
megabytes = int(sys.argv[1])
steps = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000_000
window = int(sys.argv[3]) if len(sys.argv) > 3 else 1000


def build(megabytes):
    return [[0] * WIDTH for _ in range(megabytes * 1024 * 1024 // (8 * WIDTH))]


def work(rows, steps, window):
    count = len(rows)
    at = 0
    for i in range(steps):
        at = (at + 7919) % window
        rows[(i // 1000 + at) % count][i & 127] = i
    return at


rows = build(megabytes)
started = time.perf_counter()
checksum = work(rows, steps, window or len(rows))
elapsed = time.perf_counter() - started
print("checksum:", checksum)
print(f"body: {elapsed:.6f}")
