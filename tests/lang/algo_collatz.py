"""Number games: Collatz chains with a cache, perfect numbers, digits, happy numbers, bases."""

cache = {1: 1}


def chain(n):
    path = []
    while n not in cache:
        path.append(n)
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    length = cache[n]
    for n in reversed(path):
        length += 1
        cache[n] = length
    return length


def digits(n, base=10):
    if n < base:
        return [n]
    return digits(n // base, base) + [n % base]


def happy(n):
    seen = set()
    while n != 1 and n not in seen:
        seen.add(n)
        n = sum(d * d for d in digits(n))
    return n == 1


print(max(range(1, 8), key=chain), chain(6), len(cache))
print([n for n in (6, 12, 28) if sum(d for d in range(1, n) if n % d == 0) == n])
print([n for n in range(1, 6) if happy(n)])
print(digits(255, 16), digits(10, 2), digits(0))
