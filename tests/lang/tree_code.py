"""Code from syntax trees that a program has made, changed or made up."""

import ast
import traceback


def compiled(tree, mode="exec"):
    return compile(ast.fix_missing_locations(tree), __file__, mode)


# Names that no text can contain, as rewriting tools make them.
tree = ast.parse("a = 1\nb = a + 2\n")
for node in ast.walk(tree):
    if isinstance(node, ast.Name) and node.id == "a":
        node.id = "@made up"
space = {}
exec(compiled(tree), space)
print(sorted(name for name in space if name != "__builtins__"), space["b"])

# Constants that a text writes otherwise.
for value in (-1, -1.5, 10**30, -(10**30), 1 + 2j, (1, "x", (2.5, None)), frozenset({1}), ..., b"\x00\xff", "\ud800x", "\ufffd"):
    print(ascii(eval(compiled(ast.Expression(ast.Constant(value)), "eval"))))
print(ascii(eval(compiled(ast.Expression(ast.BinOp(ast.Constant("\udc80"), ast.Add(), ast.Constant("y"))), "eval"))))


# Strings with any expression between their parts.
def text(value):
    return ast.Constant(value)


parts = [text("a"), ast.Call(ast.Name("str", ast.Load()), [text(5)], []), ast.FormattedValue(text(7), -1, text("03"))]
print(eval(compiled(ast.Expression(ast.JoinedStr(parts)), "eval")))
print(eval(compiled(ast.Expression(ast.JoinedStr([text("x"), text("{y}"), text("\ud801")])), "eval")).encode("utf-8", "replace"))
print(eval(compiled(ast.Expression(ast.FormattedValue(text("q"), 114, None)), "eval")))


# Positions are those of the nodes, also where they go backwards or are far away.
def moved(source, by):
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if hasattr(node, "lineno"):
            node.lineno, node.end_lineno = by(node.lineno), by(node.end_lineno)
    return compile(tree, __file__, "exec")


lines = "def f(x):\n    return (x +\n            1)\n\n\nclass A:\n    y = f(\n        2)\n"
for by in (lambda n: n, lambda n: n + 1000, lambda n: n * 70_000_000, lambda n: 7):
    code = moved(lines, by)
    inner = [const for const in code.co_consts if hasattr(const, "co_code")]
    print(code.co_firstlineno, [const.co_firstlineno for const in inner])
space = {"__name__": "made"}
exec(moved(lines, lambda n: n + 40), space)
print(space["A"].y, space["A"].__firstlineno__, space["f"].__code__.co_firstlineno)

try:
    exec(moved("def f():\n    return 1 / 0\nf()\n", lambda n: n + 500))
except ZeroDivisionError as e:
    print([(frame.name, frame.lineno) for frame in traceback.extract_tb(e.__traceback__)][1:])


# Subclasses of nodes, and fields that are computed.
class Computed(ast.Constant):
    @property
    def value(self):
        return 42

    @value.setter
    def value(self, value):
        pass


print(eval(compiled(ast.Expression(Computed(1)), "eval")))

# Nodes without fields are shared.
one, other = ast.parse("a + b"), ast.parse("c + d")
print(one.body[0].value.op is other.body[0].value.op, one.body[0].value.left.ctx is ast.Name("x").ctx)

# A tree as deep as a chain of a thousand operators.
print(eval(compile(ast.parse("+".join(["1"] * 700), mode="eval"), __file__, "eval")))

# What is no tree.
WRONG = [
    ("a list", lambda: ast.Module([1], [])),
    ("context", lambda: ast.Module([ast.Expr(ast.Name("x", ast.Store()))], [])),
    ("empty body", lambda: ast.Module([ast.If(text(1), [], [])], [])),
    ("values", lambda: ast.Module([ast.Expr(ast.BoolOp(ast.And(), [text(1)]))], [])),
    ("constant", lambda: ast.Module([ast.Expr(text([]))], [])),
    ("identifier", lambda: ast.Module([ast.Expr(ast.Name(5, ast.Load()))], [])),
    ("None", lambda: ast.Module([ast.Expr(ast.Name("None", ast.Load()))], [])),
    ("conversion", lambda: ast.Module([ast.Expr(ast.FormattedValue(text(1), 5, None))], [])),
    ("return", lambda: ast.parse("return 1")),
    ("await", lambda: ast.parse("def f():\n    await x")),
    ("nonlocal", lambda: ast.parse("def f():\n    nonlocal x")),
    ("break", lambda: ast.parse("\n\n  \nbreak")),
]
for what, make in WRONG:
    try:
        compiled(make())
    except (TypeError, ValueError, SystemError) as e:
        print(what, type(e).__name__, e)
    except SyntaxError as e:
        print(what, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset, e.text)
