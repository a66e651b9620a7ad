"""repr and str: nested containers, recursive containers, user __repr__ and __str__, print's options."""


class Node:
    def __init__(self, name, *children):
        self.name, self.children = name, list(children)

    def __repr__(self):
        if not self.children:
            return f"Node({self.name!r})"
        return f"Node({self.name!r}, {', '.join(map(repr, self.children))})"


class Both:
    def __repr__(self):
        return "<repr>"

    def __str__(self):
        return "<str>"


class OnlyStr:
    def __str__(self):
        return "only str"

    __repr__ = __str__


tree = Node("root", Node("left"), Node("right", Node("leaf")))
print(tree, [tree.children[0]], {"k": tree.children[1]})
b = Both()
print(b, [b], (b,), {b.__str__(): b}, f"{b} {b!r} {b!s} {b:>8}" if False else f"{b} {b!r} {b!s}", "%s %r" % (b, b))
print(OnlyStr(), [OnlyStr()], str(b) + repr(b))
print([1, "two", 3.0, None, True, (), (1,), [], {}, {"a": [1, {"b": ("c",)}]}, b"x", 1j, ..., set(), {1}, range(3), slice(1)])
loop = [1, 2]
loop.append(loop)
print(loop, loop[2][2][0])
d = {"self": None, "list": [loop]}
d["self"] = d
print(d)
pair = ([],)
pair[0].append(pair)
print(pair)
print("a", 1, None, sep="-", end="!\n")
print("x", "y", sep="")
print(*[1, 2], *"ab", sep=", ")
print()
print("'", '"', "'\"", ["'", '"', "'\""], ["a\nb", "\t", "\x01", "é", "\u200b"])
print(len, int, Node, print.__name__, Exception("e"), repr(ValueError("a", 1)), [KeyError("k")], str(KeyError("k")))


class Count:
    made = 0

    def __repr__(self):
        Count.made += 1
        return f"#{Count.made}"


print([Count(), Count()], {Count(): Count()}, (Count(),))
