import sys
import threading

sys.setswitchinterval(1e-6)
cond = threading.Condition()
items, log = [], []


def consumer(n):
    with cond:
        while not items:
            cond.wait()
        log.append((n, items.pop(0)))
        cond.notify()


threads = [threading.Thread(target=consumer, args=(n,)) for n in range(3)]
for t in threads:
    t.start()
for value in "abc":
    with cond:
        items.append(value)
        cond.notify()
for t in threads:
    t.join()
print(sorted(value for _, value in log), sorted(n for n, _ in log))
with cond:
    print(cond.wait(0.001), cond.wait_for(lambda: len(log) == 3, 1))

event = threading.Event()
order = []


def waiter(n):
    order.append(event.wait(5))


threads = [threading.Thread(target=waiter, args=(n,)) for n in range(3)]
for t in threads:
    t.start()
event.set()
for t in threads:
    t.join()
print(order, event.is_set())

barrier = threading.Barrier(3, action=lambda: order.append("action"))
places = []


def meet():
    places.append(barrier.wait())


threads = [threading.Thread(target=meet) for _ in range(3)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(sorted(places), order[-1], barrier.n_waiting, barrier.broken)
broken = threading.Barrier(2)


def wait_broken():
    try:
        broken.wait()
    except threading.BrokenBarrierError as e:
        places.append(type(e).__name__)


t = threading.Thread(target=wait_broken)
t.start()
while not broken.n_waiting:
    pass
broken.abort()
t.join()
print(places[-1], broken.broken)

sem = threading.BoundedSemaphore(2)
inside, most = 0, 0
guard = threading.Lock()


def enter():
    global inside, most
    with sem:
        with guard:
            inside += 1
            most = max(most, inside)
        for _ in range(3):
            pass
        with guard:
            inside -= 1


threads = [threading.Thread(target=enter) for _ in range(5)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(inside, most <= 2, sem.acquire(timeout=0.001))
