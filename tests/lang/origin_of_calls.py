"""Values on lines with several calls and assignments, to be followed back."""


def same(x):
    return x


def first(one, other):
    kept = one
    return kept


class Pair:
    def __init__(self, a, b):
        self.a = a
        self.b = b

    def swap(self):
        self.a, self.b = self.b, self.a
        return self


t, k = first(1, 2), first(3, 4)
nested = same(first(same(8), same(9)))
either = same(1) or same(2)
both = same(0) and same(2)
chosen = same(1) if same(2) else same(3)
p = Pair(same(1), b=same(2))
p2 = Pair(3, 4).swap()
held = [same(5), same(6)]
row = [3, 2, 1]
for i in range(2):
    for j in range(2 - i):
        if row[j] > row[j + 1]:
            row[j], row[j + 1] = row[j + 1], row[j]
slots = {"x": 1, "y": 2}
slots["x"], slots["y"] = slots["y"], slots["x"]
shifted = [1, 2, 3]
shifted.insert(1, 99)
cut = [1, 2, 3, 4]
cut[1:3] = []
longer = [1]
longer.extend([same(2), same(3)])
ordered = sorted([3, 1, 2])
memo = {}


def fib(n):
    if n not in memo:
        memo[n] = n if n < 2 else fib(n - 1) + fib(n - 2)
    return memo[n]


fib(3)
end = 1
