"""Generators that are left half way: by break, by exception, by losing the last name. None has clean-up code."""


def naturals():
    n = 0
    while True:
        yield n
        n += 1


def first_over(limit):
    for n in naturals():
        if n * n > limit:
            return n


def pairs(items):
    for a in items:
        for b in items:
            yield a, b


for a, b in pairs("xyz"):
    if a != b:
        print("first different pair", a, b)
        break

print(first_over(10), first_over(20))
g = naturals()
next(g)
g = naturals()
print(next(g))
del g

try:
    for n in naturals():
        10 / (2 - n)
except ZeroDivisionError:
    print("stopped at", n)

waiting = [naturals() for _ in range(3)]
print([next(w) for w in waiting for _ in range(2)])
waiting.clear()
never_started = naturals()
del never_started
print("end")
