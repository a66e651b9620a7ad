from funcparserlib.lexer import LexerError, TokenSpec, make_tokenizer
from funcparserlib.parser import NoParseError, finished, forward_decl, many, tok
from parsy import ParseError, char_from, eof, forward_declaration, generate, regex, seq, string, whitespace
from rply import LexerGenerator, ParserGenerator
import warnings

lex = lambda p: p << whitespace.optional()
value = forward_declaration()
num = lex(regex(r"-?\d+(\.\d+)?")).map(float).desc("number")
s = lex(string('"') >> regex(r'[^"]*') << string('"'))
array = lex(string("[")) >> value.sep_by(lex(string(","))) << lex(string("]"))
obj = (lex(string("{")) >> seq(s << lex(string(":")), value).map(tuple).sep_by(lex(string(","))) << lex(string("}"))).map(dict)
value.become(num | s | array | obj | lex(string("true")).result(True))
print(value.parse('{"a": [1, -2.5, "x"], "b": {"c": true}}'))


@generate("pair")
def pair():
    n = yield regex(r"\d").map(int)
    return (yield char_from("ab").times(n))


print(pair.parse("3aba"))
for bad in ("[1,", "{]", ""):
    try:
        value.parse(bad)
    except ParseError as e:
        print(type(e).__name__, e)
tokenize = make_tokenizer([TokenSpec("space", r"\s+"), TokenSpec("int", r"\d+"), TokenSpec("op", r"[+*()]")])
expr = forward_decl()
atom = (tok("int") >> int) | (-tok("op", "(") + expr + -tok("op", ")"))
mul = atom + many(-tok("op", "*") + atom) >> (lambda x: x[0] * (x[1][0] if x[1] else 1))
expr.define(mul + many(-tok("op", "+") + mul) >> (lambda x: x[0] + sum(x[1])))
top = expr + -finished
run = lambda t: top.parse([x for x in tokenize(t) if x.type != "space"])
print(run("1 + 2 * (3 + 4)"))
for bad in ("1 +", "1 $ 2", "(1"):
    try:
        run(bad)
    except (NoParseError, LexerError) as e:
        print(type(e).__name__, e)
lg = LexerGenerator()
lg.add("NUM", r"\d+")
lg.add("PLUS", r"\+")
lg.add("MUL", r"\*")
lg.ignore(r"\s+")
pg = ParserGenerator(["NUM", "PLUS", "MUL"], precedence=[("left", ["PLUS"]), ("left", ["MUL"])])


@pg.production("e : NUM")
def number(p):
    return int(p[0].getstr())


@pg.production("e : e PLUS e")
@pg.production("e : e MUL e")
def binary(p):
    return p[0] + p[2] if p[1].gettokentype() == "PLUS" else p[0] * p[2]


@pg.error
def error(t):
    raise ValueError("unexpected " + t.gettokentype())


parser = pg.build()
print(parser.parse(lg.build().lex("1 + 2 * 3 + 4")))
try:
    parser.parse(lg.build().lex("1 + *"))
except ValueError as e:
    print(e)
