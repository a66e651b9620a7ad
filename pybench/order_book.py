"""An order book: limit orders rest at price levels and are matched by price and time. The program whose long run is
questioned: `marker` changes once, `Book.prune` is never called, and `book.best` has its last change early.
"""
import sys

#: About as many events as one order has.
EVENTS = 35.6


class Order:
    def __init__(self, oid, side, price, quantity):
        self.oid = oid
        self.side = side
        self.price = price
        self.quantity = quantity


class Level:
    def __init__(self, price):
        self.price = price
        self.orders = []
        self.volume = 0

    def add(self, order):
        self.orders.append(order)
        self.volume += order.quantity

    def take(self, wanted):
        first = self.orders[0]
        taken = min(first.quantity, wanted)
        first.quantity -= taken
        self.volume -= taken
        if first.quantity == 0:
            self.orders.pop(0)
        return taken


class Book:
    def __init__(self):
        self.levels = ({}, {})
        self.best = 0
        self.traded = 0

    def match(self, order):
        levels = self.levels[1 - order.side]
        level = levels.get(order.price)
        while level is not None and order.quantity > 0:
            taken = level.take(order.quantity)
            order.quantity -= taken
            self.traded += taken
            if order.price > self.best:
                self.best = order.price
            if not level.orders:
                del levels[order.price]
                level = None
        return order.quantity

    def rest(self, order):
        levels = self.levels[order.side]
        level = levels.get(order.price)
        if level is None:
            level = levels[order.price] = Level(order.price)
        level.add(order)

    def prune(self, price):
        for levels in self.levels:
            levels.pop(price, None)


def trade(count):
    book = Book()
    marker = "before"
    seed = 1
    for i in range(count):
        seed = seed * 1103515245 + 12345 & 0x7FFFFFFF
        order = Order(i, seed >> 16 & 1, 100 + (seed >> 8) % 32, 1 + (seed >> 20) % 9)
        if i == count // 2:
            marker = "after"
        if book.match(order):
            book.rest(order)
    print(i, marker, book.best, book.traded)
    return book


def main(millions):
    trade(int(millions * 1e6 / EVENTS))


main(float(sys.argv[1]) if len(sys.argv) > 1 else 50)
