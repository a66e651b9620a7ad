"""Objects that are passed around and changed; a number that goes up and down; a list that is too long to show."""


class Counter:
    def __init__(self, start):
        self.value = start
        self.log = []

    def add(self, amount):
        self.value += amount
        self.log.append(amount)


def run(counter, amounts):
    level = 0
    for amount in amounts:
        level = level + amount
        counter.add(amount)
    return level


many = list(range(1_000_000))
counter = Counter(10)
other = Counter(1)
level = run(counter, [5, -3, 8, -20, 7])
copy = counter
many.append(level)
print(counter.value, other.value, level)
