from _heapq import heapify, heappop, heappush, heappushpop, heapreplace
from _bisect import bisect_right as bisect, bisect_left, bisect_right, insort_right as insort, insort_left, insort_right


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


numbers = [(i * 7919) % 101 for i in range(40)]
heap = []
for n in numbers:
    heappush(heap, n)
print(heap)
print([heappop(heap) for _ in range(len(heap))])
heap = list(numbers)
heapify(heap)
print(heap, heappushpop(heap, 3), heappushpop(heap, -1), heapreplace(heap, 50), heap)
for data in (["b", "a", "c"], [(1, "x"), (0, "z"), (1, "a")], [2.5, 1, True], [[3], [1, 2]], []):
    heapify(data)
    print(data)
show(heappop, [])
show(heapreplace, [], 1)
show(heappushpop, [], 1)
show(heappush, (1,), 2)
show(heappop, 5)
show(heapify, "abc")
show(heappush, [1], "a")
show(heapify, [1, "a", 2])
show(heappush, [])


class Task:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        return self.n < other.n

    def __repr__(self):
        return f"T{self.n}"


tasks = []
for n in (5, 2, 8, 1):
    heappush(tasks, Task(n))
print(tasks, heappushpop(tasks, Task(0)), heapreplace(tasks, Task(9)), [heappop(tasks) for _ in range(4)])
tasks = [Task(n) for n in (3, 1, 2)]
heapify(tasks)
print(tasks)


class Evil:
    def __lt__(self, other):
        del heap[:]
        return True


heap = [Evil(), Evil(), Evil()]
show(heappush, heap, Evil())
row = [1, 3, 3, 5]
print(bisect(row, 3), bisect_left(row, 3), bisect_right(row, 9), bisect_left(row, 0), bisect(row, 3, 0, 2), bisect(row, 3, hi=1), bisect([], 1))
insort(row, 4)
insort_left(row, 3)
insort_right(row, 6, lo=2)
print(row, bisect("aceg", "d"), bisect((1, 2), 1.5), bisect(range(10), 4), bisect([3, 2, 1], -2, key=lambda x: -x))
words = ["a", "bb", "cccc"]
insort(words, "ddd", key=len)
print(words, bisect_left(words, 2, key=len))
show(bisect, [1], 1, -1)
show(bisect, [1], 1, 0, 5)
show(bisect, [1], "a")
show(bisect, 5, 1)
show(bisect, [1])
show(insort, (1, 2), 3)
ts = [Task(1), Task(4)]
insort(ts, Task(2))
print(ts, bisect_left(ts, Task(4)))


class Mine(list):
    def insert(self, i, x):
        print("insert", i, x)
        super().insert(i, x)


m = Mine([1, 5])
insort(m, 3)
print(m)
