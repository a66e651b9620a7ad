"""Locks of every kind. It is run by transcripts."""
import queue
import threading


class Account:
    guard = threading.RLock()

    def __init__(self, name):
        self.name = name
        self.lock = threading.Lock()
        self.balance = 10


def locked(function):
    mutex = threading.Lock()

    def call(*args):
        with mutex: return function(*args)
    return call


@locked
def count(n):
    return n + 1


def again(account):
    with account.guard:
        with account.guard:
            account.balance -= 1
    with account.lock: account.balance += 1


def worker(slots, start, jobs):
    start.wait()
    with slots:
        again(accounts["b"])
        count(jobs.get())
        barrier.wait()


accounts = {name: Account(name) for name in "ab"}
slots, start, jobs = threading.Semaphore(1), threading.Event(), queue.Queue()
barrier = threading.Barrier(1)
never = threading.Lock()
threads = [threading.Thread(target=worker, args=(slots, start, jobs), name=name) for name in ("first", "second")]
for t in threads:
    t.start()
jobs.put(1)
start.set()
jobs.put(2)
for t in threads:
    t.join()
del t
print("done")
