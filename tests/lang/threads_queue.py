import queue
import sys
import threading

sys.setswitchinterval(2e-6)
q = queue.Queue(maxsize=2)
results = queue.SimpleQueue()


def produce(first, count):
    for i in range(first, first + count):
        q.put(i)


def consume():
    while True:
        item = q.get()
        try:
            if item is None:
                return
            results.put(item * item)
        finally:
            q.task_done()


workers = [threading.Thread(target=consume) for _ in range(2)]
producers = [threading.Thread(target=produce, args=(k * 10, 4)) for k in range(2)]
for t in workers + producers:
    t.start()
for t in producers:
    t.join()
for _ in workers:
    q.put(None)
q.join()
for t in workers:
    t.join()
print(sorted(results.get() for _ in range(results.qsize())), q.empty(), results.empty())
for wait in (q.get, results.get):
    try:
        wait(timeout=0.001)
    except queue.Empty as e:
        print("empty", type(e).__module__, type(e).__name__)
p = queue.PriorityQueue()
t = threading.Thread(target=lambda: [p.put(n) for n in (3, 1, 2)])
t.start()
t.join()
print([p.get() for _ in range(3)])
late = threading.Timer(0.002, results.put, ("late",))
late.start()
print(results.get(timeout=5))
late.join()
