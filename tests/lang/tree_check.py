# Syntax trees that a program makes itself: what is wrong with them, where their code is, folding.
import ast
import warnings


def attempt(tree, mode="exec"):
    ast.fix_missing_locations(tree)
    try:
        compile(tree, "<tree>", mode)
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
    else:
        print("fine")


def stmt(node):
    attempt(ast.Module([node], []))


def expr(node):
    stmt(ast.Expr(node))


x, one = ast.Name("x", ast.Load()), ast.Constant(1)
stored = ast.Name("x", ast.Store())
expr(stored)
expr(ast.Name(3, ast.Load()))
expr(ast.Name("True", ast.Load()))
expr(ast.Constant([1]))
expr(ast.BoolOp(ast.And(), [x]))
expr(ast.Compare(x, [ast.Eq()], []))
expr(ast.Compare(x, [ast.Eq()], [x, x]))
expr(ast.Dict([x], []))
expr(ast.ListComp(x, []))
expr(ast.List([None], ast.Load()))
expr(ast.Starred(stored, ast.Load()))
stmt(ast.Delete([]))
stmt(ast.Delete([x]))
stmt(ast.Assign([one], one))
stmt(ast.Assign([x], one))
stmt(ast.If(one, [], []))
stmt(ast.Raise(None, one))
stmt(ast.Import([]))
stmt(ast.ImportFrom(None, [ast.alias("x", None)], -1))
stmt(ast.Try([ast.Pass()], [], [], []))
stmt(ast.Match(x, [ast.match_case(ast.MatchSingleton("s"), None, [ast.Pass()])]))
stmt(ast.Match(x, [ast.match_case(ast.MatchOr([ast.MatchAs(None, "y")]), None, [ast.Pass()])]))
attempt(ast.Module("x", []))
attempt(ast.Expression(stored), "eval")
late = ast.parse("a = 1")
late.body[0].lineno = 5
attempt(late)

# The code is where the nodes say.
tree = ast.parse("x = 1\n\n\ndef f(a):\n    b = a\n\n    return b / 0\n\nclass C:\n    def m(self):\n\n        return f(3)\n")
names = {}
exec(compile(tree, __file__, "exec"), names)
try:
    names["C"]().m()
except ZeroDivisionError as e:
    tb = e.__traceback__.tb_next
    while tb:
        print(tb.tb_lineno, tb.tb_frame.f_code.co_name, tb.tb_frame.f_code.co_firstlineno)
        tb = tb.tb_next

for text in "1 + 1", "-1 ** 2", "(1, 2)[1]", "x in [1, 2]", "for i in [1, x]: pass", "not x is y", "'%s-%r' % (a, b)", \
        "2 ** 10000", "__debug__":
    print(text, ast.unparse(ast.parse(text, optimize=1)) if "for" not in text else ast.dump(ast.parse(text, optimize=1)))
for text, version in ("(x := 0)", 7), ("def f(a, /): pass", 7), ("type X = int", 11), ("class C[T=int]: pass", 12):
    try:
        ast.parse(text, feature_version=(3, version))
    except SyntaxError as e:
        print(type(e).__name__)
with warnings.catch_warnings(record=True) as found:
    warnings.simplefilter("always")
    ast.Name()
    ast.Pass(extra=1)
print([str(w.message) for w in found])
print(ast.dump(ast.parse("def f(*args, **kw): pass").body[0].args, include_attributes=True))
print(compile("a = 1", "f", "exec") == compile("a = 1", "f", "exec"), compile("a = 1", "f", "exec") == compile("a = 2", "f", "exec"))
import codeop
for text in "(1,", "if x:", "x = '''", "a = 1", "a b", "for i in x:\n  pass\n", "'a", "x = \\", "def f():", "1 +", "]":
    try:
        print(repr(text), codeop.compile_command(text, symbol="single") is None)
    except SyntaxError as e:
        print(repr(text), e.msg)
