"""Integers: big ones, division with signs, powers, bits, bases, conversions."""


def factorial(n):
    result = 1
    for i in range(2, n + 1):
        result *= i
    return result


def power_mod(base, exponent, modulus):
    result = 1
    while exponent:
        if exponent & 1:
            result = result * base % modulus
        base = base * base % modulus
        exponent >>= 1
    return result


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


def isqrt(n):
    x = n
    while x * x > n:
        x = (x + n // x) // 2
    return x


print(factorial(30), factorial(25) // factorial(23))
print(2 ** 100, -2 ** 63, 2 ** 64 - 1, (1 << 70) >> 68, 10 ** 20 % 7, 123456789 ** 3)
print(power_mod(3, 200, 1000007), pow(3, 200, 1000007), pow(3, -1, 7), gcd(1071, 462), isqrt(10 ** 12))
print(7 // 2, -7 // 2, 7 // -2, -7 // -2, 7 % 3, -7 % 3, 7 % -3, divmod(-7, 3), divmod(2 ** 70, -3))
print(7 / 2, 2 ** -1, 2 ** 0.5, 10 ** 25 / 10 ** 24, int(-3.9), round(2.5), round(3.5), round(1234, -2))
print(12 & 10, 12 | 10, 12 ^ 10, ~12, -5 >> 1, -5 & 255, 1 << 40, (255).bit_length(), bin(10).count("1"), (7).bit_count())
print(bin(-5), oct(64), hex(255), int("ff", 16), int("0b101", 0), int(" -12 "), int("1_000"), 0x_ff, 1_000)
print(abs(-5), min(3, -2), sum([1] * 5), int(True), True + True, 5 .real, (5).conjugate(), int("9" * 25) + 1)
print(str(2 ** 200), len(str(3 ** 300)), hash(2 ** 61 - 1), hash(-1), hash(2 ** 64), 2 ** 53 == float(2 ** 53), 10 ** 30 > 1e29)
big = 1
for _ in range(6):
    big = big * 1000003 + 7
print(big, big % 97, big // 10 ** 18, -big // 10 ** 18, big ^ (big >> 3), big & -big)
for action in (lambda: 1 // 0, lambda: 1 % 0, lambda: 1 / 0, lambda: 1 << -1, lambda: int("x"), lambda: pow(2, -1, 4),
               lambda: int("12", 2), lambda: 0 ** -1, lambda: divmod(1, 0), lambda: 2.0 // 0, lambda: int("")):
    try:
        action()
    except Exception as e:
        print(type(e).__name__, e)
