"""sum, any, all, min, max, list, tuple, join over generators: how far each of them runs."""


def flags(*values):
    for v in values:
        print("->", v)
        yield v


print(any(flags(0, 0, 3, 4)), any(flags()), any(flags(0)))
print(all(flags(1, 0, 5)), all(flags()), all(flags(1, 2)))
print(sum(flags(1, 2, 3)), sum(flags(1, 2), 10), sum([[1], [2, 3]], []))
print(sum(x * x for x in range(5)), sum([0.1] * 10), sum([1, 2.5, True]))
print(max(flags(2, 9, 4)), min(flags("b", "a")), max(flags(), default=None))
print(3 in flags(1, 3, 5), 4 in flags(1))
print(tuple(flags("x")), list(flags(1)), set(flags(2, 2)), "-".join(flags("a", "b")))
print(any(n % 7 == 0 for n in range(10, 20)), all(n < 20 for n in range(10, 20)))
a, b = flags(1, 2)
[c, *d] = flags(3, 4, 5)
print(a, b, c, d)
try:
    sum(flags(1, "2", 3))
except TypeError as e:
    print(e)
try:
    a, b = flags(1, 2, 3)
except ValueError as e:
    print(e)
try:
    print("".join(flags("a", 1, "b")))
except TypeError as e:
    print(e)
