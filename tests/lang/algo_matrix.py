"""Matrices: product, power, transposition, determinant by elimination with fractions of our own."""


def gcd(a, b):
    return a if b == 0 else gcd(b, a % b)


class Fraction:
    def __init__(self, n, d=1):
        g = gcd(n, d) or 1
        if d // g < 0:
            g = -g
        self.n, self.d = n // g, d // g

    def __sub__(self, other): return Fraction(self.n * other.d - other.n * self.d, self.d * other.d)
    def __mul__(self, other): return Fraction(self.n * other.n, self.d * other.d)
    def __truediv__(self, other): return Fraction(self.n * other.d, self.d * other.n)
    def __bool__(self): return self.n != 0
    def __repr__(self): return f"{self.n}/{self.d}" if self.d != 1 else str(self.n)


def product(a, b):
    return [[sum(x * y for x, y in zip(row, col)) for col in zip(*b)] for row in a]


def power(m, n):
    if n == 1:
        return m
    half = power(m, n // 2)
    whole = product(half, half)
    return product(whole, m) if n % 2 else whole


def determinant(m):
    rows = [[Fraction(x) for x in row] for row in m]
    result = Fraction(1)
    for i in range(len(rows)):
        pivot = next((r for r in range(i, len(rows)) if rows[r][i]), None)
        if pivot is None:
            return Fraction(0)
        if pivot != i:
            rows[i], rows[pivot] = rows[pivot], rows[i]
            result = result * Fraction(-1)
        result = result * rows[i][i]
        for r in range(i + 1, len(rows)):
            factor = rows[r][i] / rows[i][i]
            rows[r] = [x - factor * y for x, y in zip(rows[r], rows[i])]
    return result


print(product([[1, 2], [3, 4]], [[0, 1], [1, 0]]))
print(power([[1, 1], [1, 0]], 20)[0][1])
print([list(col) for col in zip(*[[1, 2, 3], [4, 5, 6]])])
print(determinant([[0, 2, 1], [3, 4, 5], [1, 1, 2]]), determinant([[1, 2], [2, 4]]), Fraction(1, 3) / Fraction(-2, 5))
