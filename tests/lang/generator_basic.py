"""Generators by hand and in loops; locals live on between the resumptions."""


def countdown(n):
    print("start", n)
    while n > 0:
        yield n
        n -= 1
    print("done")


def fibonacci(limit):
    a, b = 0, 1
    while a < limit:
        yield a
        a, b = b, a + b


def nothing():
    return
    yield


def early():
    for i in range(10):
        if i == 3:
            return "finished"
        yield i * i


g = countdown(3)
print(next(g))
print(next(g))
for rest in g:
    print("rest", rest)
print(next(g, "empty"))
print(list(fibonacci(30)), sum(fibonacci(100)))
print(list(nothing()))
g = early()
print(next(g), next(g), next(g))
try:
    next(g)
except StopIteration as stop:
    print("value", stop.value)
a, b = countdown(2)
print(a, b)
first, *others = fibonacci(10)
print(first, others)
interleaved = []
left, right = fibonacci(6), countdown(3)
for x, y in zip(left, right):
    interleaved.append((x, y))
print(interleaved)
