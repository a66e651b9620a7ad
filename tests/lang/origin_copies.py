"""Values that reach a place through copies, iterators and generators."""
import copy
from dataclasses import make_dataclass, replace

Order = make_dataclass("Order", ["name", "price"])


def totals():
    total = 0
    while True:
        price = yield total
        total = price


def first_price():
    return 300


prices = [first_price(), 200]
copied = list(prices)
sliced = copied[:]
doubled = copy.copy(sliced)
cheap = doubled[0]
by_name = {"tea": cheap, "milk": prices[1]}
other = dict(by_name)
tea = other["tea"]
order = Order(name="tea", price=tea)
renamed = replace(order, name="green tea")
label, cost = renamed.name, renamed.price
adder = totals()
next(adder)
adder.send(cost)
for i, value in enumerate(sliced):
    if i == 0:
        kept = value
for price, name in zip(doubled, ["tea", "milk"]):
    last = name
    listed = price
for value in other.values():
    valued = value
for name, value in other.items():
    named = value
swapped = [b for a, b in [(1, 2)]]
print(tea, label, cost, kept, last, listed, valued, named)
