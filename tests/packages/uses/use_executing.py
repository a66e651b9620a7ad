import ast
import sys

import executing


def who(*args):
    ex = executing.Source.executing(sys._getframe(1))
    return ast.unparse(ex.node) if ex.node else None, ex.code_qualname()


class C:
    def m(self):
        return [who(1), who(2 + 3)][1]


print(who("a"), C().m(), (lambda: who(who(1)))())
print([who(i) for i in range(2)][1])
try:
    from icecream import ic
    ic.configureOutput(prefix="ic> ", outputFunction=print)
    x = {"a": [1, 2]}
    ic(x, x["a"][0] + 1)
    print(ic(3))
    ic.disable()
    ic(4)
except ImportError as e:
    print(e)


def boom(a):
    return a["x"].y[0](1)


try:
    boom({"x": 3})
except AttributeError as e:
    tb = e.__traceback__.tb_next
    node = executing.Source.executing(tb).node
    print(ast.unparse(node) if node else None)
