"""A wrong price that has gone through a dozen hands before it shows."""


class Item:
    def __init__(self, name, price):
        self.name = name
        self.price = price


class Basket:
    def __init__(self):
        self.items = []

    def put(self, item):
        self.items.append(item)

    def dearest(self):
        best = self.items[0]
        for item in self.items:
            if item.price > best.price:
                best = item
        return best


def parse(line):
    name, price = line.split(":")
    cents = to_cents(price)
    return name, cents


def to_cents(text):
    euros = float(text)
    return round(euros * 1000)


def read(lines):
    for line in lines:
        yield parse(line)


def fill(basket, lines):
    for name, price in read(lines):
        item = Item(name, price)
        basket.put(item)
    return basket


def report(basket):
    top = basket.dearest()
    amount = top.price
    summary = {"name": top.name, "amount": amount}
    return summary


result = report(fill(Basket(), ["tea:3", "milk:2", "bread:4"]))
total = result["amount"]
print(total)
