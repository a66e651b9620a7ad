"""Container protocols: getitem, setitem, delitem, contains, len, iteration by index, missing."""


class Grid:
    def __init__(self, w, h, fill=0):
        self.w, self.h = w, h
        self.cells = [[fill] * w for _ in range(h)]

    def __getitem__(self, key):
        if isinstance(key, tuple):
            x, y = key
            return self.cells[y][x]
        if isinstance(key, slice):
            return [row[key] for row in self.cells]
        return self.cells[key]

    def __setitem__(self, key, value):
        print("set", key, value)
        x, y = key
        self.cells[y][x] = value

    def __delitem__(self, row):
        print("delete row", row)
        del self.cells[row]
        self.h -= 1

    def __contains__(self, value):
        return any(value in row for row in self.cells)

    def __len__(self):
        return self.w * self.h

    def __reversed__(self):
        return iter(self.cells[::-1])


g = Grid(3, 2)
g[1, 0] = 5
g[2, 1] += 7
print(g[1, 0], g[0], g[::2], g[1:])
print(5 in g, 6 in g, 6 not in g, len(g), bool(g))
del g[0]
print(len(g), list(reversed(g)))


class Squares:
    def __len__(self):
        return 4

    def __getitem__(self, i):
        if i >= len(self):
            raise IndexError(i)
        return i * i


s = Squares()
print(list(s), 9 in s, 10 in s, list(reversed(s)), [*s, *s])
for x in s:
    print(x, end=" ")
print()


class Counter(dict):
    def __missing__(self, key):
        print("missing", key)
        return 0


c = Counter()
for letter in "abca":
    c[letter] += 1
print(dict(c), c.get("z"), c["z"])


class Row:
    def __class_getitem__(cls, item):
        return f"Row of {item}"


print(Row[int], Row["x"])
number = 5
for action in (lambda: number[0], lambda: len(5), lambda: 1 in 2, lambda: g["x", 0]):
    try:
        action()
    except TypeError as e:
        print(e)
try:
    del s[0]
except TypeError as e:
    print(e)
except AttributeError as e:
    print(e)
