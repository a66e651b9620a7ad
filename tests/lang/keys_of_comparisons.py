"""Keys that `cmp_to_key` makes, and heaps and sorting that call methods of the program: who is compared with whom."""

import functools
import heapq


class Num:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        if not isinstance(other, Num):
            return NotImplemented
        return self.n < other.n

    def __gt__(self, other):
        return "gt", self.n


def by_length(x, y):
    if x == "stop":
        raise LookupError(y)
    return len(x) - len(y)


key = functools.cmp_to_key(by_length)
words = ["ccc", "a", "bb", "dddd", "e", "ff"]
print(sorted(words, key=key), sorted(words, key=key, reverse=True), max(words, key=key), min(words, key=key))
x, y = key("aa"), key("b")
print(x < y, x <= y, x == y, x != y, x > y, x >= y, [x] == [key("cc")], (x, 1) < (key("dd"), 2), x.obj, key.obj)
print(type(x).__name__, type(x).__module__, key(obj="named").obj)
x.obj = "other"
print(x.obj, x > y, x.__lt__(y), x.__ge__(y))
heap = [key(word) for word in words]
heapq.heapify(heap)
print([heapq.heappop(heap).obj for _ in words[:3]], len(heap))
for ask in (
    lambda: key(),
    lambda: key(1, 2),
    lambda: key(other=1),
    lambda: hash(x),
    lambda: x < 3,
    lambda: x < key,
    lambda: type(x)(),
    lambda: sorted(["b", "stop"], key=key),
):
    try:
        print(ask())
    except Exception as error:
        print(type(error).__name__, error)
odds = functools.cmp_to_key(lambda x, y: float(x - y))
print(sorted([3, 1, 2], key=odds), odds(1) < odds(2), odds(1) == odds(1))
texts = functools.cmp_to_key(lambda x, y: "text")
answers = functools.cmp_to_key(lambda x, y: Num(x - y))
for ask in (
    lambda: texts(1) < texts(2),
    lambda: texts(1) == texts(2),
    lambda: answers(1) > answers(2),
    lambda: answers(1) < answers(1),
):
    try:
        print(ask())
    except TypeError as error:
        print(error)
native = functools.cmp_to_key(lambda x, y: (x > y) - (x < y))
print(sorted([3, 1, 2], key=native), functools.cmp_to_key(max)(0) < functools.cmp_to_key(max)(0))


class Event:
    log = []

    def __init__(self, t):
        self.t = t

    def __lt__(self, other):
        Event.log.append((self.t, other.t))
        return self.t < other.t


events = [Event(t * 7 % 11) for t in range(11)]
heap = []
for event in events:
    heapq.heappush(heap, event)
print([heapq.heappop(heap).t for _ in range(5)], len(Event.log), Event.log[:4])
Event.log.clear()
print([e.t for e in sorted(events)], len(Event.log), Event.log[-3:])
print([e.t for e in sorted(events, reverse=True)], heapq.nsmallest(2, events)[1].t, max(events).t, min(events).t)
