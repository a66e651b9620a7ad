"""Lengths and positions that take more than 47 bits."""
import bisect
import io
import sys


class Line:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        return i * 3


for n in (1 << 46, 1 << 47, (1 << 62) - 1, 1 << 62, sys.maxsize - 1, sys.maxsize):
    line = Line(n)
    print(len(line), line.__len__(), bool(line), [len(line)][0] == n, len(range(n)))
    print(bisect.bisect(range(n - 1), n - 3))
print(bisect.bisect_left(line, n), bisect.bisect_right(line, (n - 5) * 3))
for n in (sys.maxsize + 1, -1, 2.5, "3"):
    try:
        print(len(Line(n)))
    except Exception as e:
        print(type(e).__name__, e)
print(io.BytesIO(b"abc").seek(1 << 50), io.BytesIO(b"abc").truncate(1 << 50))


class Ordered:
    """What only code of the program compares, in a heap whose order it can change."""

    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        return [] if self.n >= other.n else [self.n]


import heapq

queue = []
for n in (5, 3, 8, 1, 9, 2, 7, 7):
    heapq.heappush(queue, Ordered(n))
print([o.n for o in queue], heapq.heappushpop(queue, Ordered(4)).n, heapq.heapreplace(queue, Ordered(6)).n)
print([heapq.heappop(queue).n for _ in range(len(queue))])
items = [Ordered(n % 7) for n in range(12)]
heapq.heapify(items)
print([o.n for o in items], [o.n for o in heapq.nlargest(3, items)])
print(bisect.bisect_left(sorted(items), Ordered(3)), bisect.bisect_right(sorted(items), 3, key=lambda o: o.n))


class Shrinks(Ordered):
    def __lt__(self, other):
        queue.pop()
        return False


queue = [Shrinks(n) for n in range(6)]
for call in (heapq.heappop, heapq.heapify, lambda queue: heapq.heappush(queue, Shrinks(1))):
    try:
        print(call(queue))
    except (RuntimeError, IndexError) as e:
        print(type(e).__name__, e, len(queue))
