"""Prices in two currencies, and one comes out wrong: the cache does not know about the currency."""

RATES = {"EUR": 1.0, "USD": 1.25, "JPY": 160.0}
PRICES = {"lamp": 20, "desk": 80}
cache = {}


def price_in(name, currency):
    if name not in cache:
        cache[name] = PRICES[name] * RATES[currency]
    return cache[name]


def bill(order, currency):
    return sum(price_in(name, currency) for name in order)


home = bill(["lamp", "desk"], "EUR")
print("at home", home)
away = bill(["lamp", "lamp"], "USD")
print("away", away)
if away != 50:
    raise ValueError(f"50 dollars were expected, not {away}")
print("paid")
