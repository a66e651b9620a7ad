"""Prices with tax: the tax of books is lower than that of everything else."""

rate = 0.20
REDUCED = {"book": 0.05}


def tax_of(kind, price):
    global rate
    if kind in REDUCED:
        rate = REDUCED[kind]
    return price * rate


def total(basket):
    result = 0
    for kind, price in basket:
        result += price + tax_of(kind, price)
    return result


basket = [("lamp", 100), ("book", 20), ("chair", 200)]
amount = total(basket)
print("to pay:", amount)
