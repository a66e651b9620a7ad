"""Rich comparison: reflection, NotImplemented, ordering of a user type, chained comparisons that call."""


class Version:
    def __init__(self, text):
        self.parts = tuple(int(p) for p in text.split("."))

    def __eq__(self, other):
        if isinstance(other, str):
            other = Version(other)
        if not isinstance(other, Version):
            return NotImplemented
        return self.parts == other.parts

    def __lt__(self, other):
        print("lt", self, other)
        return self.parts < other.parts

    def __le__(self, other):
        return self == other or self < other

    def __str__(self):
        return ".".join(map(str, self.parts))

    __hash__ = None


a, b = Version("1.2"), Version("1.10")
print(a < b, a > b, a <= b, a >= b, a == b, a != b)
print(a == "1.2", "1.2" == a, a == 5, a != None)
print(a < b < Version("2.0"), b < a < Version("0.0"))
print([str(v) for v in sorted([b, a, Version("0.9")])])
print(max(a, b, key=str), min([b, a]))
print(a in [b, Version("1.2")], [b, a].index(Version("1.2")), [a, b, a].count(a))
try:
    {a: 1}
except TypeError as e:
    print(e)
try:
    a < 5
except AttributeError as e:
    print(e)


class Weird:
    def __eq__(self, other):
        return "equal?"

    def __lt__(self, other):
        return []

    def __gt__(self, other):
        return NotImplemented


w = Weird()
print(w == 1, w != 1, w < 1, 1 > w, bool(w < 1 < 2))
try:
    w > 1
except TypeError as e:
    print(e)
print(w in [3], [w] == [w], (1, 2, 3) < (1, 2, 4), [1, 2] < [1, 2, 0], "a" < "b" <= "b")
print(1 < 2 > 1 == 1 != 3 in [3], w is not None is not False, not 1 == 2)


def noisy(x):
    print("evaluated", x)
    return x


print(noisy(1) < noisy(0) < noisy(5), noisy(1) < noisy(2) < noisy(3))
