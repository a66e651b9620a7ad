import json

import tatsu
from tatsu.util import asjson

GRAMMAR = r'''
    @@grammar::CALC
    start = expression $ ;
    expression = | left:expression op:'+' ~ right:term | left:expression op:'-' ~ right:term | term ;
    term = | left:term op:'*' ~ right:factor | left:term '/' ~ right:factor | factor ;
    factor = | '(' ~ @:expression ')' | number ;
    number = /\d+/ ;
'''


class Semantics:
    def number(self, ast):
        return int(ast)


print(json.dumps(asjson(tatsu.parse(GRAMMAR, "3 + 5 * ( 10 - 20 )", semantics=Semantics()))))
model = tatsu.compile(GRAMMAR)

try:
    model.parse("3 + * 4")
except tatsu.exceptions.FailedParse as e:
    print(type(e).__name__, str(e).splitlines()[0])
code = tatsu.to_python_sourcecode(GRAMMAR)
print("class CALCParser" in code, len(code.splitlines()) > 40)
