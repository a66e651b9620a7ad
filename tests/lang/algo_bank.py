"""A bank with transactions that are rolled back when one of their steps fails."""


class BankError(Exception):
    pass


class Overdrawn(BankError):
    def __init__(self, account, missing):
        super().__init__(account, missing)
        self.account, self.missing = account, missing

    def __str__(self):
        return f"{self.account} lacks {self.missing}"


class Transaction:
    def __init__(self, bank):
        self.bank = bank

    def __enter__(self):
        self.saved = dict(self.bank.accounts)
        return self

    def __exit__(self, kind, value, traceback):
        if kind is None:
            self.bank.log.append("committed")
            return
        self.bank.accounts = self.saved
        self.bank.log.append(f"rolled back: {value}")
        return issubclass(kind, BankError)


class Bank:
    def __init__(self, **accounts):
        self.accounts, self.log = accounts, []

    def change(self, name, amount):
        new = self.accounts[name] + amount
        if new < 0:
            raise Overdrawn(name, -new)
        self.accounts[name] = new

    def transfer(self, source, target, amount):
        with Transaction(self):
            self.change(target, amount)
            self.change(source, -amount)


bank = Bank(ann=100, bob=20)
bank.transfer("ann", "bob", 30)
bank.transfer("bob", "ann", 99)
try:
    bank.transfer("ann", "eve", 1)
except KeyError as e:
    print("no account", e)
print(bank.accounts)
for line in bank.log:
    print(line)
