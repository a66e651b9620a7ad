import ast

import asttokens
import asttokens.util

SOURCE = '''x = [1, (2 + 3) * foo(a, *b, c=d)]
def f(a: int = 3, *args, **kw) -> str:
    """doc"""
    with open("x") as g, h() as i: pass
    return f"{a!r:>{w}} text" if a else lambda: (yield)
class C(B, metaclass=M):
    @deco(1)
    async def m(self): return [i async for i in self if i]
'''
at = asttokens.ASTTokens(SOURCE, parse=True)
for node in ast.walk(at.tree):
    if hasattr(node, "lineno"):
        print(type(node).__name__, repr(at.get_text(node)))
print(at.get_token(2, 4), at.next_token(at.tokens[0]), len(at.tokens))
