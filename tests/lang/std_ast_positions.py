"""Where the nodes of a syntax tree begin and end: generator arguments, definitions after decorators, parts of f-strings."""
import ast

SOURCES = [
    "g(i for i in j)", "g((i for i in j))", "g(k, *(i for i in j))", "class A(B, metaclass=C): pass",
    "@deco(1)  # class of a def\nclass A: pass", "@deco\n@(lambda f: f)  # async def\nasync def f(): pass",
    "x = 'a\\ud800b' 'c'", "f'a' 'b{c}' f'{d}' 'e'", "f'{x:%H:\\x20}' f'{x!r:>{w}.{p}}'",
    "f'{ x = }' f'{x=!s}'", "f'q\\udc80{{z}}' rf'\\d{x}'", "f'''a\n{y}\nb''' 'c'",
    "(f'one {two}'\n    f' three'\n    f'{four}')",
]
for source in SOURCES:
    tree = ast.parse(source)
    print(ascii(source))
    for node in ast.walk(tree):
        if hasattr(node, "lineno"):
            value = ascii(node.value) if isinstance(node, ast.Constant) else ""
            print("  ", type(node).__name__, node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, value)
