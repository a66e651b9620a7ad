"""Classes, instances, class attributes, methods as values."""


class Account:
    """A bank account."""
    bank = "first"
    count = 0

    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
        Account.count += 1

    def deposit(self, amount):
        self.balance += amount
        return self

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError(f"{self.owner} has only {self.balance}")
        self.balance -= amount
        return self

    def __repr__(self):
        return f"Account({self.owner!r}, {self.balance})"


a = Account("ann", 10)
b = Account("bob")
print(a, b, Account.count)
print(a.deposit(5).withdraw(3).balance)
try:
    b.deposit(1).withdraw(2)
except ValueError as e:
    print(e)
pay = a.deposit
pay(100)
Account.withdraw(a, 1)
print(a)
b.bank = "second"
print(a.bank, b.bank, Account.bank)
Account.bank = "third"
print(a.bank, b.bank)
print(Account.__doc__, Account.__name__, a.__class__ is Account)
print(sorted(vars(a).items()))
print(pay.__self__ is a, pay.__func__ is Account.withdraw, pay.__name__)


class Point:
    x = y = 0
    names = [n for n in "xy"]
    if len(names) == 2:
        dimension = 2
    else:
        dimension = None

    def moved(self, dx=1, *, dy=0):
        p = Point()
        p.x, p.y = self.x + dx, self.y + dy
        return p


p = Point().moved().moved(3, dy=4)
print(p.x, p.y, Point.x, Point.dimension)


def outer():
    class Local:
        def value(self):
            return base * 2

    base = 21
    return Local()


print(outer().value(), type(outer()).__qualname__)
try:
    a.missing
except AttributeError as e:
    print(e)
try:
    Account()
except TypeError as e:
    print(e)
