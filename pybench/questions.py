"""The program whose run is queried: a variable with as many values as its argument says, by default a million."""
import sys


class Account:
    def __init__(self):
        self.balance = 0
        self.limit = 100


def step(account, amount):
    account.balance += amount
    fee = account.balance % 7
    if amount < 0:
        account.limit = fee
    return fee


def work(rounds):
    account = Account()
    total = 0
    for n in range(rounds):
        total += step(account, n) + 1
    return total


print(work(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000))
