"""Lock order: one thread holds A and wants B, the other holds B and wants A.

Wrong: `transfer` locks the accounts in the order of its arguments. It should lock them in one order always.
"""
import threading


class Account:
    def __init__(self, balance):
        self.lock = threading.Lock()
        self.balance = balance


def transfer(source, target, amount):
    with source.lock:
        with target.lock:
            source.balance -= amount
            target.balance += amount


a, b = Account(10), Account(10)
threads = [threading.Thread(target=transfer, args=(a, b, 3)), threading.Thread(target=transfer, args=(b, a, 5))]
for t in threads:
    t.start()
for t in threads:
    t.join()
assert (a.balance, b.balance) == (12, 8)
