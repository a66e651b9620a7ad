"""`yield from`: values, sent values and results pass through several layers."""


def leaf(name, n):
    total = 0
    for i in range(n):
        received = yield name, i
        total += received or 0
    return total


def branch():
    first = yield from leaf("x", 2)
    second = yield from leaf("y", 2)
    return first, second


def root():
    result = yield from branch()
    print("branch returned", result)
    yield from [10, 20]
    yield from "ab"
    return "root done"


g = root()
print(next(g))
for sent in 1, 2, 3, 4:
    print(g.send(sent))
print(list(g))


def outer():
    value = yield from root()
    print(value)


print(len(list(outer())))


def flatten(tree):
    for item in tree:
        if isinstance(item, list):
            yield from flatten(item)
        else:
            yield item


print(list(flatten([1, [2, [3, [], 4]], [[5]]])))


def walk(n):
    if n:
        yield from walk(n - 1)
        yield n
        yield from walk(n - 1)


print(list(walk(3)))


class Numbers:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


def over_iterator():
    result = yield from Numbers(2)
    print("result", result)


print(list(over_iterator()))
