"""Arguments that are passed on, defaults, values sent, items of displays in each other, to be followed back."""


class Base:
    kind = "base"

    def __init__(self, name, owner="nobody"):
        self.name = name
        self.owner = owner


class Box(Base):
    def __init__(self, size, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.size = size


def key(v):
    got = v
    return -got


def inner(start):
    got = yield start
    yield got


def outer(start):
    yield from inner(start)


def counter():
    n = 1

    def inc(by):
        nonlocal n
        n = n + by
        return n

    return inc


def add(a, b):
    return a + b


box = Box(3, "tools", owner="ann")
kind = box.kind
mat = [[1, 2], [3, 4]]
rows = [{"id": 1, "tags": ["x"]}, {"id": 2, "tags": ["y"]}]
data = [(abs(-1), "one"), (abs(-2), "two")]
for q, r in data:
    break
for w0, w1 in [(5, kind), (abs(-2), 7)]:
    break
older = [3, 1]
newer = [*older, 3]
ordered = sorted([3, 1, 2], key=key)
generator = outer(8)
next(generator)
sent = generator.send(9)
inc = counter()
inc(2)
total = add(
    add(
        3, 4),
    5,
)
for word in ("apple", "pear"):
    pass
end = 1
