# collections.deque: both ends, limits, searching, iterating, operators, subclasses.
import collections
from collections import deque


def attempt(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


# both ends
d = deque([1, 2, 3])
d.append(4)
d.appendleft(0)
print(d, len(d), bool(d), bool(deque()))
print(d.pop(), d.popleft(), d)
d.extend("ab")
d.extendleft((8, 9))
print(d)
d.rotate()
print(d)
d.rotate(-3)
print(d)
d.rotate(100)
print(d)
d.insert(1, "x")
d.insert(-1, "y")
d.insert(-100, "first")
d.insert(100, "last")
print(d)
d.remove("x")
d.reverse()
print(d, d.index("y"), d.count(1))
print(d[0], d[-1], d[2])
d[0] = "changed"
del d[-1], d[1]
print(d, list(reversed(d)))
d.clear()
print(d, attempt(d.pop), attempt(d.popleft))

# a limit
d = deque("abcdef", maxlen=3)
print(d, d.maxlen, deque().maxlen)
d.append("g")
d.appendleft("z")
print(d, attempt(d.insert, 0, 1))
d.extend([1, 2])
d.extendleft(iter((7, 8)))
print(d, d * 2, 0 * d, d + d)
d.rotate(1)
print(d, attempt(setattr, d, "maxlen", 1))
print(deque([1, 2], 0), deque([1], None), deque(iterable=[5, 6], maxlen=1))
d.__init__([1], 7)
print(d, d.copy(), d.__copy__().maxlen)
d.__init__()
print(d)

# searching
d = deque([1, 2, 1.0, 3, True])
print(d.count(1), d.index(1, 1), d.index(1, -2), 3 in d, 4 in d)
print(attempt(d.index, 3, 0, 2), attempt(d.index, "no"), attempt(d.remove, 9))

# iterating
print([x for x in d], [*reversed(d)], sum(d), sorted(d), dict.fromkeys(d))
it = iter(d)
print(next(it), it.__length_hint__(), list(it), next(it, "end"))
print(next(type(it)(d, 3)), type(reversed(d))(d).__length_hint__())


def grow():
    for x in d:
        d.append(x)


def turn(n):
    for x in d:
        d.rotate(n)


def overwrite():
    for x in d:
        d[0] = 0
        d.reverse()
    return d


for change in grow, lambda: turn(1), lambda: turn(0), overwrite:
    print(attempt(change))
it = iter(d)
d.append(1)
print(attempt(next, it), attempt(next, it))


class Meddler:
    def __init__(self, what):
        self.what = what

    def __eq__(self, other):
        self.what()
        return False


for method in "count", "index", "remove", "__contains__":
    d = deque([1, 2, 3])
    print(method, attempt(getattr(d, method), Meddler(d.clear)), d)
d = deque([1, 2])
print(attempt(lambda: d == deque([1, Meddler(d.pop)])), attempt(lambda: d == deque([Meddler(d.pop)])))

# user-defined iterables
class Countdown:
    def __iter__(self):
        yield 2
        yield 1


d = deque(Countdown(), 5)
d.extend(Countdown())
d.extendleft(Countdown())
same = d
d += Countdown()
print(d, same is d, deque(Countdown(), maxlen=0))
d.extend(d)
d.extendleft(d)
print(d)

# operators
a, b = deque([1, 2]), deque([1, 3])
print(a == b, a != b, a < b, a >= b, a == deque([1, 2]), a == [1, 2], deque() < a, a < deque([1]))
print(a + b, a * 3, 2 * b, a * -1, a * True)
same = a
a += b
a *= 2
print(a, same is a)
for wrong in (lambda: a + [1], lambda: [1] + a, lambda: 1 + a, lambda: a * 1.5, lambda: a * a, lambda: a < 1,
              lambda: hash(a), lambda: a["x"], lambda: a[1:2], lambda: a[99], lambda: a[10**30], lambda: deque(1),
              lambda: deque([], -1), lambda: deque([], "x"), lambda: deque(1, 2, 3), lambda: deque(x=1),
              lambda: a.append(), lambda: a.rotate("x"), lambda: a.rotate(1, 2), lambda: a.insert("x", 1),
              lambda: a.rotate(10**30), lambda: a * 10**30, lambda: a.extend(1), lambda: a.nothing, lambda: len(1),
              lambda: {a: 1}, lambda: a.__setitem__(99, 1)):
    print(attempt(wrong))

# repr
d = deque(maxlen=2)
d.append(d)
print(d, [d])


class Emptying:
    def __repr__(self):
        d.clear()
        return "emptied"


d = deque([Emptying(), Emptying()])
print(d, d)

# subclasses
class Named(deque):
    def __init__(self, items=(), maxlen=None):
        super().__init__(items, maxlen)
        self.name = "n"

    def append(self, item):
        super().append((self.name, item))


n = Named([1, 2], 3)
n.append(3)
print(n, n.name, len(n), n[-1], 1 in n, [x for x in n], n == deque(n), isinstance(n, deque))
for made in n.copy(), n + n, n * 2, 2 * n, n + deque([5]), deque([5]) + n:
    print(type(made).__name__, made, made.maxlen)
same = n
n += [7]
n *= 2
print(n, same is n, n.name)
del n[0]
n[0] = "set"
print(n, deque.pop(n), n)
match deque([1, 2, 3]):
    case [first, *rest]:
        print(first, rest)
print(deque.__module__, deque.__name__, deque, type(iter(d)).__name__, collections.deque is deque)


# a queue at work
def moving_average(numbers, n):
    window = deque(maxlen=n)
    for x in numbers:
        window.append(x)
        if len(window) == n:
            yield sum(window) / n


print(list(moving_average([40, 30, 50, 46, 39, 44], 3)))
long = deque(range(300))
for i in range(0, 300, 100):
    long.rotate(i)
    long[i] = -1
    long.append(i)
print(len(long), sum(long), long[150], long.popleft(), long.index(-1))
