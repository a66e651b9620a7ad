"""Lists: changed, sliced, made in passing and by comprehensions."""


def manipulation(rounds):
    for _ in range(rounds):
        a = []
        a.append(2)
        a.append(3)
        a.append(4)
        a[0] = 5
        a[1] = a[2]
        b = a[0] + a[-1]
        a.insert(1, b)
        a.extend([1, 2, 3])
        c = a.pop()
        a.remove(2)
        a.reverse()
        a.sort()
        d = 5 in a
        e = len(a)
        a += [c]
        del a[0]
    return (a, b, c, d, e)


def slicing(rounds):
    numbers = list(range(100))
    for _ in range(rounds):
        a = numbers[:]
        b = numbers[:25]
        c = numbers[50:]
        d = numbers[::2]
        e = a[-10:]
        a[10:20] = b[:5]
        del a[:5]
        f = a[::-1]
    return (len(a), c[0], d[3], e[0], f[0])


def small(rounds):
    for _ in range(rounds):
        a = [1]
        b = [1, 2]
        c = [1, 2, 3]
        d = [a, b, c]
        e = []
        a = [4, 5, 6]
        b = [7]
        x, y, z = c
        e = a + b
        c = b * 3
    return (a, b, c, d, e, x, y, z)


def comprehensions(rounds):
    numbers = list(range(20))
    for _ in range(rounds):
        a = [x for x in numbers]
        b = [x * 2 for x in a]
        c = [x for x in b if x & 4]
        d = [str for str in "letters"]
    return (sum(a), sum(b), sum(c), len(d))


def nested_comprehensions(rounds):
    for _ in range(rounds):
        a = [[x + y for x in range(5)] for y in range(5)]
        b = [x for row in a for x in row if x % 2]
        c = [(x, y) for x in (1, 2, 3) for y in (4, 5)]
    return (a[4], b, c)


TESTS = [
    ("SimpleListManipulation", 79000, manipulation, ([4, 4, 5, 9, 3], 9, 3, True, 5)),
    ("ListSlicing", 46000, slicing, (90, 50, 6, 90, 99)),
    ("SmallLists", 160000, small, ([4, 5, 6], [7], [7, 7, 7], [[1], [1, 2], [1, 2, 3]], [4, 5, 6, 7], 1, 2, 3)),
    ("SimpleListComprehensions", 16000, comprehensions, (190, 380, 210, 7)),
    ("NestedListComprehensions", 10000, nested_comprehensions, ([4, 5, 6, 7, 8], [1, 3, 1, 3, 5, 3, 5, 3, 5, 7, 5, 7], [(1, 4), (1, 5), (2, 4), (2, 5), (3, 4), (3, 5)])),
]
