"""Unpacking: tuples, stars, nesting, swaps, order of evaluation, errors; and star in calls and displays."""

a, b = 1, 2
a, b = b, a
(c, d), e = [3, 4], 5
print(a, b, c, d, e)
first, *middle, last = range(5)
*start, end = "abc"
one, *none = [1]
print(first, middle, last, start, end, one, none)
[x, [y, *z]] = 1, "pqr"
print(x, y, z)
p = q = r = []
q.append(1)
print(p, r is p)
items = [0, 1, 2]
i = 0
i, items[i] = 1, "changed"
print(i, items)
for name, (low, *rest) in {"a": [1, 2, 3], "b": [4]}.items():
    print(name, low, rest)
print([*range(3), *"ab"], (*[1], 2), {*[1, 1]}, {**{"x": 1}, "y": 2, **{"x": 3}})


def noisy(x):
    print("noisy", x)
    return x


target = {}
target[noisy("k1")], target[noisy("k2")] = noisy(1), noisy(2)
print(target)


class Box:
    pass


box = Box()
box.a, box.b, *box.rest = "wxyz"
print(box.a, box.b, box.rest)


def pairs():
    yield 1, 2
    yield 3, 4


(a, b), (c, d) = pairs()
print(a + b + c + d)
for values in [1], [1, 2, 3], 5, {"only": 1}:
    try:
        a, b = values
    except (ValueError, TypeError) as error:
        print(error)
try:
    a, b, *c = [1]
except ValueError as error:
    print(error)
def swap(t): return t[1], t[0]
print(swap((1, 2)), *swap("ab"))
fib = 0, 1
for _ in range(5):
    fib = fib[1], sum(fib)
print(fib)
