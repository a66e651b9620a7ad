"""Where arguments of special methods and setters come from, nested targets, and what `finally` stands before."""


class Money:
    def __init__(self, amount):
        self.amount = amount
        self.notes = {}

    def __add__(self, other):
        return Money(self.amount + other)

    def __radd__(self, left):
        return Money(left + self.amount)

    def __setitem__(self, key, note):
        self.notes[key] = note

    def __getitem__(self, name):
        return self.notes[name]

    def __lt__(self, limit):
        return self.amount < limit

    @property
    def rounded(self):
        return self.amount

    @rounded.setter
    def rounded(self, exact):
        self.amount = exact // 10 * 10


def read(text):
    try:
        return int(text)
    finally:
        text = None


def main():
    price = read("47")
    step = 5
    money = Money(price) + step
    money = step + money
    word, where = "tip", 3
    money[where] = word
    money.rounded = price
    (low, (high, top)), more = (1, (step, price)), 4
    called = (lambda bound: bound)(high)
    return money[where], money < top, more, called


main()
