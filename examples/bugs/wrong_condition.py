"""Shipping costs: orders of 50 or more are shipped for nothing."""


class Order:
    def __init__(self, customer, items):
        self.customer = customer
        self.items = items

    def value(self):
        return sum(price * count for price, count in self.items)


def shipping(order):
    value = order.value()
    cost = 6
    if value > 50:
        cost = 0
    return cost


def bill(order):
    value = order.value()
    cost = shipping(order)
    return value + cost


orders = [
    Order("ann", [(20, 1), (5, 2)]),
    Order("bob", [(10, 5)]),
    Order("eve", [(90, 1)]),
]
for order in orders:
    amount = bill(order)
    print(order.customer, "pays", amount)
