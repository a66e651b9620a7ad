"""Orders that are passed around, stored in lists and dicts, and changed by a variable that nobody thinks of."""


class Order:
    def __init__(self, name, price):
        self.name = name
        self.price = price

    def total(self):
        return self.price


class Shop:
    def __init__(self):
        self.orders = []
        self.by_name = {}

    def add(self, order):
        self.orders.append(order)
        self.by_name[order.name] = order
        return order


def cheapest(orders):
    best = None
    for order in orders:
        if best is None or order.price < best.price:
            best = order
    return best


shop = Shop()
for name, price in [("tea", 3), ("milk", 2), ("bread", 4)]:
    last = shop.add(Order(name, price))
low = cheapest(shop.orders)
pair = [low, 1]
low.price = 10
print(low.total())
