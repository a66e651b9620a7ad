"""Two guests order in a restaurant; each pays what was ordered."""

PRICES = {"soup": 5, "fish": 18, "cake": 6, "tea": 3}


def take_order(dishes, order=[]):
    for dish in dishes:
        order.append(dish)
    return order


def price(order):
    total = 0
    for dish in order:
        total += PRICES[dish]
    return total


first = take_order(["soup", "fish"])
print("first guest pays", price(first))
second = take_order(["tea"])
owed = price(second)
print("second guest pays", owed)
