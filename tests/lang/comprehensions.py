"""List, dict and set comprehensions: nested, conditional, with walrus, with functions and closures inside."""


def square(x):
    return x * x


print([square(x) for x in range(4)])
print([x for x in range(12) if x % 2 if x % 3])
print([(a, b) for a in "ab" for b in range(2)])
print([[r * c for c in range(3)] for r in range(3)])
print({x: square(x) for x in range(3)}, {k: v for v, k in enumerate("ab")})
print({x % 3 for x in range(7)}, {len(w) for w in ["a", "bb", "cc"]})
matrix = [[1, 2], [3, 4], [5, 6]]
print([x for row in matrix for x in row], [[row[i] for row in matrix] for i in range(2)])
print(["even" if x % 2 == 0 else "odd" for x in range(3)])
x = "outer"
print([x for x in (1, 2)], x)
print([y := square(n) for n in range(3)], y)
print([half for n in range(8) if (half := n // 2) % 2])
print([f() for f in [lambda: i for i in range(3)]], [f() for f in [lambda i=i: i for i in range(3)]])


def local(n):
    factor = 10
    rows = [factor * i for i in range(n) if i != 1]
    pairs = {i: [j for j in range(i)] for i in range(n)}
    return rows, pairs, [k for k, v in pairs.items() if len(v) > 1]


print(local(3))
try:
    [1 // n for n in (1, 0, 2)]
except ZeroDivisionError:
    print("division by zero inside")
print([
    (
        word,
        len(word),
    )
    for word in
    ["x", "yy"]
    if word
])
print([a + b for a, b in [(1, 2), (3, 4)]], [first for first, *rest in ["abc", "de"]])


class Table:
    rows = [1, 2]
    doubled = [r * 2 for r in rows]
    names = {f"r{i}": i for i in range(2)}


print(Table.doubled, Table.names)
