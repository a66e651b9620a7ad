"""A bug to hunt: one line of an invoice has the wrong price. Where did the number come from?"""

CATALOG = """
tea     320
coffee  410
cups    1250
spoons  90
"""


class Item:
    def __init__(self, name, price):
        self.name = name
        self.price = price


class Line:
    def __init__(self, item, count):
        self.item = item
        self.count = count
        self.price = item.price

    def total(self):
        return self.count * self.price


def parse(text):
    items = {}
    price = 0
    for row in text.split("\n"):
        words = row.split()
        if len(words) == 2:
            name, price = words[0], int(words[1])
            items[name] = Item(name, price)
    return items, price


def lookup(items, name, default):
    found = items.get(name)
    if found is None:
        found = Item(name, default)
    return found


def order(items, wanted, default):
    lines = []
    for name, count in wanted:
        item = lookup(items, name, default)
        lines.append(Line(item, count))
    return lines


items, default = parse(CATALOG)
lines = order(items, [("tea", 3), ("Coffee", 1), ("cups", 2)], default)
for line in lines:
    print(f"{line.count} x {line.item.name:8}{line.price:6}{line.total():7}")
print("total", sum(line.total() for line in lines))
