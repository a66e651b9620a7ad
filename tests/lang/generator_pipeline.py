"""Generators in a row: source, filters, batches; and the sieve that adds a filter per prime."""


def numbers(limit):
    yield from range(1, limit)


def odd(source):
    for n in source:
        if n % 2:
            yield n


def squared(source):
    for n in source:
        yield n * n


def batches(source, size):
    batch = []
    for item in source:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


for batch in batches(squared(odd(numbers(12))), 4):
    print(batch)


def without_multiples(p, source):
    for n in source:
        if n % p:
            yield n


def primes(limit):
    source = iter(range(2, limit))
    while True:
        p = next(source, None)
        if p is None:
            return
        yield p
        source = without_multiples(p, source)


print(list(primes(20)))
