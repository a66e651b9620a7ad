"""Calls that a branch cuts short, and a thread that fails on one."""
import threading


def tax(n):
    r = n // 10
    return r


def price(n):
    t = tax(n)
    return n + t


def worker(n):
    x = 10 // n
    print("fine", x)


total = 0
for n in (10, 20, 30):
    total += price(n)
print(total)
thread = threading.Thread(target=worker, args=(5,), name="worker")
thread.start()
thread.join()
end = 1
