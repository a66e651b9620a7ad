"""A program whose heap is one large list: what checkpoints cost when nearly everything belongs to a single object.

    python3 one_list.py MEGABYTES [STEPS [WINDOW]]

Every step writes one number somewhere in a window of WINDOW times 128 numbers, which moves on by 128 numbers every
thousand steps. A WINDOW of 0 is all of the list. The same work as in `heap.py`, on one object instead of many.
"""
import sys
import time

WIDTH = 128
megabytes = int(sys.argv[1])
steps = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000_000
window = int(sys.argv[3]) if len(sys.argv) > 3 else 1000


def work(numbers, steps, window):
    rows = len(numbers) // WIDTH
    at = 0
    for i in range(steps):
        at = (at + 7919) % window
        numbers[(i // 1000 + at) % rows * WIDTH + (i & 127)] = i
    return at


numbers = [0] * (megabytes * 1024 * 1024 // 8)
started = time.perf_counter()
checksum = work(numbers, steps, window or len(numbers) // WIDTH)
elapsed = time.perf_counter() - started
print("checksum:", checksum)
print(f"body: {elapsed:.6f}")
