"""Finds the cheapest offer; dies where its price is asked for."""


class Offer:
    def __init__(self, shop, price):
        self.shop = shop
        self.price = price


def cheaper(first, second):
    if first is None:
        return second
    if second.price < first.price:
        return second
    if second.price > first.price:
        return first


def cheapest(offers):
    best = None
    for offer in offers:
        best = cheaper(best, offer)
    return best


offers = [Offer("north", 12), Offer("south", 9), Offer("west", 9)]
best = cheapest(offers)
print("cheapest:", best.shop, "for", best.price)
