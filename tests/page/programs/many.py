"""Ten thousand calls and lines of output."""


def small(n):
    return n * 2


def outer(count):
    total = 0
    for n in range(count):
        total += small(n)
        if n % 2:
            print("line", n)
    return total


print(outer(10_000))
