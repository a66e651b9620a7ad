import sys

from ply import lex, yacc

tokens = ("NUMBER", "NAME")
literals = "+-*/()="
t_NAME = r"[a-z]+"
t_ignore = " \t"
precedence = (("left", "+", "-"), ("left", "*", "/"), ("right", "NEG"))
names = {}


def t_NUMBER(t):
    r"\d+"
    t.value = int(t.value)
    return t


def t_error(t):
    print("skip", t.value[0])
    t.lexer.skip(1)


def p_assign(p):
    'statement : NAME "=" expr'
    names[p[1]] = p[3]


def p_statement(p):
    "statement : expr"
    print(p[1])


def p_binary(p):
    """expr : expr '+' expr
            | expr '-' expr
            | expr '*' expr
            | expr '/' expr"""
    p[0] = {"+": p[1] + p[3], "-": p[1] - p[3], "*": p[1] * p[3]}.get(p[2]) if p[2] != "/" else p[1] // p[3]


def p_neg(p):
    "expr : '-' expr %prec NEG"
    p[0] = -p[2]


def p_group(p):
    "expr : '(' expr ')'"
    p[0] = p[2]


def p_atom(p):
    """expr : NUMBER
            | NAME"""
    p[0] = names.get(p[1], 0) if isinstance(p[1], str) else p[1]


def p_error(p):
    print("error at", p and p.value)


lexer = lex.lex()
parser = yacc.yacc(write_tables=False, debug=False, errorlog=yacc.NullLogger())
for line in ("x = 2 + 3 * 4", "-(x - 20) / 2", "1 $ + 1", "1 + +"):
    parser.parse(line)
print([(t.type, t.value) for t in iter(lambda: (lexer.token()), None)] or "no tokens")
