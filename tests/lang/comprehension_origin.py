"""Values that went through comprehensions of a module, a class body and a function, to be followed back."""
class Order:
    def __init__(self, name, price):
        self.name, self.price = name, price
def dear(order):
    return order.price > 2
tea, milk = Order("tea", 3), Order("milk", 2)
orders = [tea, milk, Order("rye", 4)]
order = "a variable of the module"
picked = [order for order in orders if dear(order)]
prices = {
    order.name: order.price
    for order in orders
    if dear(order)
}
pairs = [(tea, 1), (milk, 2)]
names = [one.name for one, _ in pairs]
flat = [item for row in [[7, 8], [9]] for item in row]
kept = [item if item > 7 else None for item in flat]
late = [dear(order) or (lambda: order)() for order in orders]
class Shop:
    stock = [good for good in orders if dear(good)]
def report(orders):
    return [good for good in orders if dear(good)]
print(prices, names, flat, kept, len(late), len(report(orders)), Shop.stock[1].name, picked[0].name, order)
