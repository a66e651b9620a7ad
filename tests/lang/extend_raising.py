"""What an iterable gave before it raised stays in the list, set, dict, deque or bytearray that takes it."""
from collections import deque


def shown(take, target):
    try:
        take(target)
    except ValueError as e:
        print(e, end=" -> ")
    print(target)


def added(target):
    target += map(int, ["1", "2", "x"])


numbers = ["1", "2", "x"]
shown(lambda target: target.extend(map(int, numbers)), [])
shown(added, [0])
shown(lambda target: target.extend(int(n) for n in numbers), [])
shown(lambda target: target.update(map(int, numbers)), set())
shown(lambda target: target.update((int(n), 1) for n in numbers), {})
shown(lambda target: target.extend(map(int, numbers)), deque())
shown(added, deque())
shown(lambda target: target.extend(map(int, numbers)), bytearray())
