"""Some ten million events, for measuring."""


class Account:
    def __init__(self, owner):
        self.owner = owner
        self.balance = 0

    def book(self, amount):
        self.balance += amount
        if self.balance > 1000:
            self.balance -= 900
        return self.balance


def play(accounts, rounds):
    seed = 1
    for n in range(rounds):
        seed = (seed * 1103515245 + 12345) % 2**31
        account = accounts[seed % 7]
        account.book(seed % 100)
        if n % 10_000 == 0:
            print("round", n, account.balance)


play([Account(f"owner {n}") for n in range(7)], 900_000)
