"""Arithmetic operators on user types: left, right, in place, NotImplemented."""


class Vec:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __repr__(self):
        return f"Vec({self.x}, {self.y})"

    def __add__(self, other):
        if not isinstance(other, Vec):
            return NotImplemented
        return Vec(self.x + other.x, self.y + other.y)

    def __radd__(self, other):
        print("radd", other)
        return self if other == 0 else NotImplemented

    def __iadd__(self, other):
        print("iadd")
        self.x += other.x
        self.y += other.y
        return self

    def __sub__(self, other):
        return self + -other

    def __neg__(self):
        return Vec(-self.x, -self.y)

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)

    __rmul__ = __mul__

    def __matmul__(self, other):
        return self.x * other.x + self.y * other.y

    def __abs__(self):
        return (self @ self) ** 0.5

    def __truediv__(self, k):
        return self * (1 / k)

    def __floordiv__(self, k):
        return Vec(self.x // k, self.y // k)

    def __mod__(self, k):
        return Vec(self.x % k, self.y % k)

    def __divmod__(self, k):
        return self // k, self % k

    def __pow__(self, n, modulus=None):
        return Vec(pow(self.x, n, modulus), pow(self.y, n, modulus))


a, b = Vec(1, 2), Vec(3, 4)
print(a + b, b - a, a * 3, 3 * a, a @ b, abs(b), -a)
print(b / 2, b // 2, b % 2, divmod(b, 2), b ** 2, pow(b, 2, 5))
print(sum([a, b, a]))
old = a
a += b
print(a, old is a)
a *= 2
print(a, old is a)
for action in (lambda: a + 1, lambda: 1 + a, lambda: a / "x", lambda: "x" - a):
    try:
        action()
    except TypeError as e:
        print(e)


class Mod7(int):
    def __add__(self, other):
        return Mod7((int(self) + int(other)) % 7)

    def __radd__(self, other):
        print("subclass first")
        return self + other


print(Mod7(5) + 4, 5 + Mod7(6), type(1 + Mod7(1)).__name__)


class Bits:
    def __init__(self, n):
        self.n = n

    def __and__(self, other): return Bits(self.n & other.n)
    def __or__(self, other): return Bits(self.n | other.n)
    def __xor__(self, other): return Bits(self.n ^ other.n)
    def __lshift__(self, k): return Bits(self.n << k)
    def __rshift__(self, k): return Bits(self.n >> k)
    def __invert__(self): return Bits(~self.n & 255)
    def __repr__(self): return f"{self.n:08b}"


p, q = Bits(0b1100), Bits(0b1010)
print(p & q, p | q, p ^ q, p << 2, p >> 2, ~p)
p |= q
print(p)
