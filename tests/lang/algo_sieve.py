"""The sieve of Eratosthenes, twice: with a list of flags and with slice assignment."""


def sieve(limit):
    prime = [True] * (limit + 1)
    prime[0] = prime[1] = False
    n = 2
    while n * n <= limit:
        if prime[n]:
            for multiple in range(n * n, limit + 1, n):
                prime[multiple] = False
        n += 1
    return [i for i, is_prime in enumerate(prime) if is_prime]


def sieve_by_slices(limit):
    flags = [1] * limit
    flags[:2] = [0, 0]
    for n in range(2, int(limit ** 0.5) + 1):
        if flags[n]:
            flags[n * n::n] = [0] * len(flags[n * n::n])
    return sum(flags)


primes = sieve(60)
print(primes, len(primes))
print(sieve_by_slices(100), [b - a for a, b in zip(primes, primes[1:])])
