"""Dining philosophers: each holds one fork and waits for the next one, in a circle.

Wrong: all take the fork on their left first. One of them should begin with the other.
"""
import threading

forks = [threading.Lock() for _ in range(3)]


def dine(seat):
    left, right = forks[seat], forks[(seat + 1) % len(forks)]
    with left:
        with right:
            pass


threads = [threading.Thread(target=dine, args=(seat,), name=f"philosopher {seat}") for seat in range(len(forks))]
for t in threads:
    t.start()
for t in threads:
    t.join()
