"""Generator expressions: lazy, nested, conditional, and evaluated in the scope they were made in."""


def noisy(x):
    print("asked for", x)
    return x


squares = (x * x for x in range(4))
print(next(squares), next(squares), list(squares), list(squares))
print(sum(x for x in range(10) if x % 2))
print(max(len(word) for word in "a bbb cc".split()))
lazy = (noisy(x) for x in (1, 2, 3))
print("nothing asked yet")
print(next(lazy))
print(any(noisy(x) > 1 for x in (1, 2, 3)))
print(dict((k, v) for k, v in zip("abc", range(3))))
print(list((i, j) for i in range(3) for j in range(i)))
factor = 2
scaled = (factor * x for x in (1, 2, 3))
factor = 10
print(list(scaled))
table = ((row * col for col in range(3)) for row in range(2))
for row in table:
    print(list(row))
print(" ".join(str(n) for n in range(5)))
print(tuple(
    x + y
    for x in range(2)
    for y in range(2)
    if x != y
))


def make(n):
    return (n + i for i in range(n))


print(list(make(3)), sorted(make(2), reverse=True))
try:
    print(list(1 // x for x in (1, 0)))
except ZeroDivisionError as e:
    print(e)
