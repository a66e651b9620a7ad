"""Conditions and loops."""


def conditions(rounds):
    a, b, c = 1, 2, 3
    for _ in range(rounds):
        if a == 1:
            if b == 2:
                if c != 3:
                    c = 3
                    b = 3
                else:
                    c = 2
            elif b == 3:
                b = 2
                a = 2
        elif a == 2:
            a = 3
        else:
            a = 1
        if c == 2:
            c = 3
        elif c == 3:
            c = 2
        else:
            c = 1
        if a < b < c:
            a = 1
        elif a > b or b > c:
            a = 1
        if not a:
            b = 2
        elif a and b and c:
            b = 2
    return (a, b, c)


def nested_loops(rounds):
    total = 0
    for _ in range(rounds):
        for i in range(6):
            for j in range(5):
                for k in range(4):
                    total += k
    return total


def loops(rounds):
    total = 0
    numbers = list(range(30))
    for _ in range(rounds):
        for x in numbers:
            pass
        for x in "some letters":
            pass
        for x in range(20):
            total += x
        for x in (1, 2, 3, 4, 5):
            total -= x
        i = 0
        while i < 10:
            i += 1
    return (total, x, i)


TESTS = [
    ("IfThenElse", 550000, conditions, (1, 2, 3)),
    ("NestedForLoops", 6800, nested_loops, 180),
    ("ForLoops", 40000, loops, (175, 5, 10)),
]
