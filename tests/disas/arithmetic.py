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


def immediates(a, b):
    a *= 3
    a //= 4
    a %= 5
    a //= -4
    b = (a & 255) << 3 >> 1
    b = a << b << -1 << 64
    a[0] = a[-1]
    a[b] = a[40000]
    a[b::2] = a[b:0:-1]


def unpacking(pairs, x):
    a, b = pairs
    b, a = pairs
    a, a = pairs
    b, pairs = pairs
    for c, (d, e) in pairs:
        x, = c
    return (a, x, (a, x := e))
