from parsimonious.exceptions import ParseError
from parsimonious.grammar import Grammar
from parsimonious.nodes import NodeVisitor

GRAMMAR = Grammar(r'''
    expr = (entry / emptyline)*
    entry = section pair*
    section = lpar word rpar ws
    pair = key equal value ws?
    key = word+
    value = (word / quoted)+
    word = ~r"[-\w]+"
    quoted = ~'"[^\"]+"'
    equal = ws? "=" ws?
    lpar = "["
    rpar = "]"
    ws = ~r"\s*"
    emptyline = ws+
''')


class Ini(NodeVisitor):
    def visit_expr(self, node, visited):
        out = {}
        for child, in visited:
            if child is not None:
                out.update(child)
        return out

    def visit_entry(self, node, visited):
        section, pairs = visited
        return {section: dict(pairs)}

    def visit_section(self, node, visited):
        return visited[1].text

    def visit_pair(self, node, visited):
        key, _, value, *_ = visited
        return key, value

    def visit_key(self, node, visited):
        return node.text

    def visit_value(self, node, visited):
        return node.text.strip('"')

    def visit_emptyline(self, node, visited):
        return None

    def generic_visit(self, node, visited):
        return visited or node


TEXT = '[db]\nhost = "local host"\nport = 5432\n[cache]\nsize=10\n'
print(GRAMMAR)
tree = GRAMMAR.parse(TEXT)
print(Ini().visit(tree))
print(str(tree)[:300])
try:
    GRAMMAR.parse("[db\n")
except ParseError as e:
    print(type(e).__name__, e)
