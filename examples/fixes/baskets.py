"""Two customers, and one pays for what the other has taken: a default argument that is shared."""


class Basket:
    def __init__(self, owner, items=[]):
        self.owner = owner
        self.items = items

    def add(self, name, price):
        self.items.append((name, price))

    def total(self):
        return sum(price for _, price in self.items)


def shop():
    ann = Basket("ann")
    ann.add("tea", 4)
    ann.add("cake", 6)
    bob = Basket("bob")
    bob.add("milk", 2)
    return ann, bob


ann, bob = shop()
print("ann pays", ann.total())
print("bob pays", bob.total())
assert bob.total() == 2, "bob pays too much"
print("sold")
