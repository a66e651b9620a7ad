import pyparsing as pp

num = pp.common.number()
expr = pp.infix_notation(num, [("-", 1, pp.OpAssoc.RIGHT), (pp.one_of("* /"), 2, pp.OpAssoc.LEFT), (pp.one_of("+ -"), 2, pp.OpAssoc.LEFT)])
print(expr.parse_string("1 + 2 * -3").as_list())
key = pp.Word(pp.alphas)("key")
pair = pp.Group(key + pp.Suppress("=") + (pp.QuotedString('"') | num)("value"))
conf = pp.Dict(pp.ZeroOrMore(pair))
print(conf.parse_string('a=1 b="x y"').as_dict(), [r.key for r in pair.search_string('q=1;r=2')[0]])
nested = pp.nested_expr()
print(nested.parse_string("(a (b c) d)").as_list(), pp.DelimitedList(num).transform_string("1,2"))
word = pp.Word(pp.nums).set_parse_action(lambda t: int(t[0]) * 2)
print(word.scan_string("a1 b22").__next__()[0], (word[1, 2] + pp.Opt("x")).parse_string("1 2 x"))
try:
    (pp.Literal("a") + pp.Literal("b")).parse_string("a\nc", parse_all=True)
except pp.ParseException as e:
    print(e, e.lineno, e.column)
    print(e.explain(depth=0))
