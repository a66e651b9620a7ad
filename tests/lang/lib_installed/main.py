"""Uses an installed package in every way that makes events: calls both ways, generators, exceptions, code from text."""
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
for folder in ("packages", "site-packages"):
    sys.path.insert(0, os.path.join(here, folder))

import stock
from stock.orders import Order, discounted


class Gift(Order):
    def price(self):
        return super().price() // 2


def cheapest(order):
    return order.price()


def report(orders):
    for line in stock.lines(orders, key=cheapest):
        print(line)


orders = [Order("pen", 3), Gift("book", 2), Order("ink", 1)]
report(orders)
print(stock.total(order.price() for order in orders))
print(discounted(lambda price: price - 1)(orders[0]))
try:
    stock.find("paper")
except KeyError as e:
    print("missing", e)
with stock.Inventory() as inventory:
    inventory.sell("pen", 2)
    try:
        inventory.sell("pen", 100)
    except stock.SoldOut as e:
        print(e, "of", e.left)
print(list(inventory.history()))
