"""match: sequences and mappings, stars, nesting, the rest of a mapping."""


def command(line):
    match line.split():
        case []:
            return "nothing"
        case ["quit" | "exit"]:
            return "bye"
        case ["go", ("north" | "south") as direction]:
            return f"going {direction}"
        case ["go", _]:
            return "cannot go there"
        case ["take", item]:
            return f"took {item}"
        case ["take", first, *others]:
            return f"took {first} and {len(others)} more"
        case [verb, *_]:
            return f"unknown {verb}"


for line in "", "exit", "go north", "go up", "take lamp", "take a b c", "dance now":
    print(repr(line), command(line))


def shape(data):
    match data:
        case [x, y]:
            return f"pair {x} {y}"
        case [first, *middle, last] if middle:
            return f"{first}..{last} around {middle}"
        case (1, [2, *rest], {"k": v}):
            return f"nested {rest} {v}"
        case {"type": "circle", "r": r}:
            return f"circle {r}"
        case {"type": kind, **rest}:
            return f"{kind} with {rest}"
        case {}:
            return "some mapping"
        case _:
            return "no match"


for data in ([1, 2], (1, 2, 3), [9], "ab", {"type": "circle", "r": 2, "x": 0}, {"type": "box", "w": 1}, {"a": 1}, range(2), {1}):
    print(data, "->", shape(data))


def tree(node):
    match node:
        case int(value):
            return value
        case ["+", left, right]:
            return tree(left) + tree(right)
        case ["*", left, right]:
            return tree(left) * tree(right)
        case ["neg", inner]:
            return -tree(inner)
        case _:
            raise ValueError(f"bad node {node!r}")


print(tree(["+", 1, ["*", 2, ["neg", 3]]]))
try:
    tree(["-", 1, 2])
except ValueError as e:
    print(e)
match [1, [2, [3, 4]]]:
    case [a, [b, [*c]]]:
        print(a, b, c)
