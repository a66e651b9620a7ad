# Removing and inserting anywhere in a deque, beside a list that does the same.

from collections import deque


def same(length):
    for at in {0, 1, length // 8, length // 2, length - 2}:
        items, ring = list(range(length)), deque(range(length))
        ring.rotate(3)
        items = items[-3:] + items[:-3]
        at = min(max(at, 0), length - 1)
        ring.remove(items[at])
        del items[at]
        ring.insert(at, "new")
        items.insert(at, "new")
        del ring[-1 - at], items[-1 - at]
        if list(ring) != items:
            return False
    return True


print([same(length) for length in (4, 9, 33)])

waiting = deque(range(100))
for item in list(waiting)[:90]:
    waiting.remove(item)
print(len(waiting), waiting[0], waiting[-1])

limited = deque("abc", 3)
try:
    limited.insert(1, "d")
except IndexError as error:
    print(error)
iterator = iter(waiting)
next(iterator)
waiting.remove(90)
try:
    next(iterator)
except RuntimeError as error:
    print(error)
