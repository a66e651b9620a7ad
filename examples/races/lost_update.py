"""Lost update: two threads read the same number, and the second to write undoes what the first wrote.

Wrong: `add` reads and writes in two steps without a lock.
"""
import threading

visits = 0


def add():
    global visits
    seen = visits
    visits = seen + 1


threads = [threading.Thread(target=add) for _ in range(2)]
for t in threads:
    t.start()
for t in threads:
    t.join()
assert visits == 2, f"{visits} of 2 visits were counted"
