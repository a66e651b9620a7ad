"""Items that a line moves within their list or deque: shifted, turned round, sorted, rotated, joined with others."""
from collections import deque

names = ["kiwi", "fig"]
more = ["plum", *names, "lime"]
more.insert(1, "pear")
more.sort()
more.reverse()
del more[0]
ring = deque([1, 2, 2, 3])
ring.rotate(1)
ring.append(4)
sums = names + [more[0], "nut"] + [ring[-1]]
sums[1:3] = [sums[0], "date"]
equal = [1, 1, 2]
equal.reverse()
equal.insert(0, 1)
print(names, more, ring, sums, equal)
