from pycparser import c_ast, c_generator, c_parser

SOURCE = r'''
typedef unsigned int u32;
struct point { int x, y; u32 flags : 3; };
static int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
enum color { RED, GREEN = 4, BLUE };
int (*handler)(int, char **);
int sum(struct point *p, int n) {
    int i, total = 0;
    for (i = 0; i < n; i++) {
        if (p[i].x > 3 && !(p[i].y)) total += p[i].x * 2;
        else switch (i) { case 1: break; default: total--; }
    }
    return sizeof(u32) ? total : -1;
}
'''


class Names(c_ast.NodeVisitor):
    def visit_FuncDef(self, node):
        print("function", node.decl.name, node.decl.coord)
        self.generic_visit(node)

    def visit_ID(self, node):
        seen.append(node.name)


seen = []
ast = c_parser.CParser().parse(SOURCE, filename="s.c")
Names().visit(ast)
print(seen)
print(c_generator.CGenerator().visit(ast))
ast.ext[-1].decl.show(attrnames=True, showcoord=False)
try:
    c_parser.CParser().parse("int f( { }", "bad.c")
except Exception as e:
    print(type(e).__name__, e)
