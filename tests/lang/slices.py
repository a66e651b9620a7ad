"""Slices: reading, assigning, deleting, steps, negative indices, slice and range objects."""

s = list(range(10))
print(s[2:5], s[:3], s[7:], s[:], s[-3:], s[:-8], s[::3], s[::-1], s[8:2:-2], s[5:2], s[100:], s[-100:2])
s[2:4] = "xyz"
print(s)
s[:2] = []
s[len(s):] = [10, 11]
s[1:1] = [0]
print(s)
s[::2] = [None] * len(s[::2])
print(s)
del s[::2]
print(s)
del s[1:3], s[-1]
print(s)
print("hello"[1:4], "hello"[::-1], (1, 2, 3)[1:], b"abc"[:2], range(10)[2:8:3], range(10)[-1])
part = slice(1, 6, 2)
print(part, part.start, part.stop, part.step, "abcdefgh"[part], part.indices(4), slice(None) == slice(None, None))


class Show:
    def __getitem__(self, key):
        return key


show = Show()
print(show[1:2], show[::], show[1:2, ..., "x"], show[-1], show[:, 0])
r = range(2, 20, 4)
print(r, len(r), list(r), 10 in r, 11 in r, r.index(14), r[1:3], r == range(2, 19, 4), list(reversed(r)), r.stop)
print(list(range(5, 0, -2)), list(range(3, 3)), range(0) == range(2, 1), sum(range(101)))
rows = [[1, 2, 3], [4, 5, 6]]
rows[0][1:] = rows[1][:1]
print(rows, [row[-1] for row in rows])
copy = rows[:]
copy[0] = "replaced"
copy[1].append(7)
print(rows, copy)
for action in (lambda: s.__setitem__(slice(0, 4, 2), [1]), lambda: [][0], lambda: "abc"[5], lambda: s["x"],
               lambda: range(3)[3], lambda: s[::0], lambda: (1,)[1], lambda: range(1, 2, 0)):
    try:
        action()
    except Exception as e:
        print(type(e).__name__, e)
