"""A bug to hunt: at the end an account has less money than it should."""


class Account:
    def __init__(self, owner, balance):
        self.owner = owner
        self.balance = balance
        self.log = []

    def deposit(self, amount):
        self.balance += amount
        self.log.append(("in", amount))

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError(f"{self.owner} has only {self.balance}")
        self.balance -= amount
        self.log.append(("out", amount))


def transfer(source, target, amount):
    source.withdraw(amount)
    if target.owner != source.owner:
        target.deposit(amount - fee(amount))


def fee(amount):
    if amount >= 100:
        return amount // 10
    return 0


def settle(accounts, payments):
    for source, target, amount in payments:
        try:
            transfer(accounts[source], accounts[target], amount)
        except ValueError as error:
            print("refused:", error)


accounts = {name: Account(name, 150) for name in ("ann", "bob", "cid")}
before = sum(account.balance for account in accounts.values())
settle(accounts, [("ann", "bob", 50), ("bob", "cid", 120), ("cid", "ann", 90), ("cid", "bob", 500)])
after = sum(account.balance for account in accounts.values())
print("before", before, "after", after)
for account in accounts.values():
    print(account.owner, account.balance)
assert before == after, "money is missing"
