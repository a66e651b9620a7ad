"""Goods that have gone off are thrown away, and one stays: a list that shrinks while it is looped over."""


class Item:
    def __init__(self, name, days):
        self.name = name
        self.days = days

    def __repr__(self):
        return f"{self.name}:{self.days}"


def clear_out(shelf, today):
    for item in shelf:
        if item.days < today:
            shelf.remove(item)
    return shelf


shelf = [Item("milk", 2), Item("eggs", 3), Item("rice", 90), Item("fish", 1), Item("salt", 400)]
left = clear_out(shelf, 5)
print(left)
for item in left:
    if item.days < 5:
        raise RuntimeError(f"{item.name} has gone off")
print("all fresh")
