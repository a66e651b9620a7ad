def evens(n):
    i = 0
    while i < n:
        if i % 2 == 0:
            yield i
        i += 1
    yield "last"
    return "returned"


def both():
    result = yield from evens(3)
    print(result)
    yield 10


print(list(both()))
g = evens(2)
print(next(g))
print(next(g))
