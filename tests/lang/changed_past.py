# A small stock list with calls, attributes, closures, a comprehension and a sort key, to be changed while it runs.
class Item:
    def __init__(self, name, count):
        self.name = name
        self.count = count


def counter():
    total = 0

    def add(n):
        nonlocal total
        total += n
        return total

    return add


def need(items, wanted):
    missing = []
    for item in items:
        if item.count < wanted:
            missing.append(item.name)
    return missing


def key(item):
    return item.count


items = [Item("nail", 3), Item("bolt", 12), Item("nut", 7)]
add = counter()
for item in items:
    add(item.count)
print(need(items, 8))
print([i.name for i in sorted(items, key=key)])
try:
    print(items[add(0) - 20].name)
except IndexError as error:
    print("no item:", error)
