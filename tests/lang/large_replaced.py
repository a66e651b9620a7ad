"""Containers of many elements whose contents are replaced as a whole, and changed behind that."""

from collections import deque

l = list(range(400))
l.sort(reverse=True)
l.append(5)
l[3] = "three"
l.reverse()
del l[0]
l[:] = range(500)
l.insert(2, "two")
l.clear()
l.append(6)

d = {n: n for n in range(400)}
d.update({n: -n for n in range(400, 800)})
d[5] = "five"
d.pop(6)
d.clear()
d[7] = 7

s = set(range(400))
s.update(range(1000, 1400))
s.add("new")
s &= set(range(200))
s.discard(1)
s.clear()
s.add(2)

q = deque(range(400), maxlen=400)
q.append(1)
q.rotate(5)
q[0] = "first"
q.clear()
q.extend("ab")

b = bytearray(400)
b[7] = 7
b[:] = bytes(500)
b += b"x"
b.clear()
b.append(1)


def total(of):
    of.sort(key=lambda n: -n)
    of.append(0)
    of.extend(range(300))
    of.pop()
    return len(of)


print(len(l), len(d), len(s), q, b, total(list(range(300))))
