"""A bug to hunt: after thousands of rounds a cache gives an answer that is no longer true."""


class Shop:
    def __init__(self):
        self.prices = {name: 100 + 10 * n for n, name in enumerate(("ink", "pen", "pad", "map", "cup"))}
        self.cache = {}

    def price(self, name):
        if name not in self.cache:
            self.cache[name] = self.prices[name]
        return self.cache[name]

    def update(self, name, price):
        self.prices[name] = price
        self.cache.pop(name, None)

    def sale(self, percent):
        for name, price in self.prices.items():
            self.prices[name] = price - price * percent // 100


def numbers(seed):
    while True:
        seed = (seed * 1103515245 + 12345) % 2**31
        yield seed >> 16


def play(shop, n, random):
    names = list(shop.prices)
    name = names[next(random) % len(names)]
    action = next(random) % 3000
    if action == 0:
        shop.sale(5)
    elif action < 900:
        shop.update(name, 50 + action)
    else:
        asked, true = shop.price(name), shop.prices[name]
        assert asked == true, f"round {n}: {name} costs {true}, not {asked}"


shop = Shop()
random = numbers(42)
for n in range(10_000):
    play(shop, n, random)
print("all answers were true")
