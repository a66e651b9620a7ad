"""Check, then act: what was checked no longer holds when it is acted upon.

Wrong: `withdraw` looks at the balance, and another thread takes the money before this one does.
"""
import threading

balance = 100


def withdraw(amount):
    global balance
    if balance >= amount:
        balance -= amount


threads = [threading.Thread(target=withdraw, args=(80,)) for _ in range(2)]
for t in threads:
    t.start()
for t in threads:
    t.join()
assert balance >= 0, f"the account is overdrawn: {balance}"
