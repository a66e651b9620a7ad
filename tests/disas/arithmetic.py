# Operators, immediates, and stores that become outputs.
def f(a, b):
    x = a + b
    x = a - b * 2
    z = x % y - 1
    y = (a / b) // 3 % 7
    y = a // -3
    z = a ** b @ x
    z = a & b | x ^ y
    z = (a << 2) >> b
    x += 1
    x -= 2
    x *= y
    x += y
    x -= y
    x /= y
    x //= y
    x %= y
    x **= y
    x @= y
    x &= y
    x |= y
    x ^= y
    x <<= y
    x >>= y
    a, b = b, a
    big = 123456789012345678901234567890
    return -x, +y, ~z, not a, 5 - a, a * 40000, big
