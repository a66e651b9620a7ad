from lark import Lark, Transformer, UnexpectedInput, v_args

GRAMMAR = r"""
?start: sum
?sum: product | sum "+" product -> add | sum "-" product -> sub
?product: atom | product "*" atom -> mul | product "/" atom -> div
?atom: NUMBER -> number | "-" atom -> neg | NAME -> var | "(" sum ")"
%import common.CNAME -> NAME
%import common.NUMBER
%import common.WS_INLINE
%ignore WS_INLINE
"""


@v_args(inline=True)
class Calc(Transformer):
    from operator import add, mul, neg, sub, truediv as div
    number = float

    def var(self, name):
        return {"x": 10.0}[name]


lalr = Lark(GRAMMAR, parser="lalr", transformer=Calc())
earley = Lark(GRAMMAR, parser="earley")
print(lalr.parse("1 + 2 * (x - 3) / 2"), lalr.parse("--4"))
tree = earley.parse("1+2*x")
print(tree.pretty())
print(Calc().transform(tree), [t.value for t in tree.scan_values(lambda t: True)])
try:
    lalr.parse("1 + * 2")
except UnexpectedInput as e:
    print(type(e).__name__, e.line, e.column)
