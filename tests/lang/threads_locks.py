import sys
import threading

sys.setswitchinterval(1e-6)
lock, rlock = threading.Lock(), threading.RLock()
out = []
held, go = threading.Event(), threading.Event()


def hold():
    with lock, rlock:
        held.set()
        go.wait()


t = threading.Thread(target=hold)
t.start()
held.wait()
print(lock.acquire(False), lock.acquire(timeout=0.001), lock.locked())
print(rlock.acquire(False), rlock.acquire(timeout=0.001))
try:
    rlock.release()
except RuntimeError as e:
    print(e)
go.set()
print(lock.acquire(), rlock.acquire(), rlock.acquire())
t.join()
lock.release()
rlock.release()


def try_it():
    out.append(rlock.acquire(False))


t = threading.Thread(target=try_it)
t.start()
t.join()
rlock.release()
t = threading.Thread(target=try_it)
t.start()
t.join()
print(out)
# A lock that another thread lets go.
lock.acquire()
t = threading.Thread(target=lock.release)
t.start()
print(lock.acquire(timeout=5))
lock.release()
t.join()


class Account:
    def __init__(self):
        self.lock = threading.RLock()
        self.value = 0

    def add(self, n):
        with self.lock:
            old = self.get()
            self.value = old + n

    def get(self):
        with self.lock:
            return self.value


account = Account()


def deposit():
    for _ in range(8):
        account.add(1)


threads = [threading.Thread(target=deposit) for _ in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(account.value)
forks = [threading.Lock() for _ in range(3)]
meals = []


def dine(n):
    first, second = sorted((n, (n + 1) % 3))
    for _ in range(2):
        with forks[first], forks[second]:
            meals.append(n)


threads = [threading.Thread(target=dine, args=(n,)) for n in range(3)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(sorted(meals))
