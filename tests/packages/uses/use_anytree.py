from anytree import AnyNode, AsciiStyle, LevelOrderGroupIter, LevelOrderIter, Node, NodeMixin, PostOrderIter, PreOrderIter, RenderTree, Resolver, Walker, find, findall
from anytree.exporter import DictExporter, DotExporter, JsonExporter
from anytree.importer import DictImporter

f = Node("f")
b = Node("b", parent=f)
a = Node("a", parent=b)
d = Node("d", parent=b)
c, e = Node("c", parent=d), Node("e", parent=d)
g = Node("g", parent=f, weight=3)
print(RenderTree(f, style=AsciiStyle()).by_attr())
print([n.name for n in PreOrderIter(f)], [n.name for n in PostOrderIter(f)], [[n.name for n in x] for x in LevelOrderGroupIter(f)])
print(e.path, e.depth, f.height, d.siblings, b.descendants, f.leaves, g)
print(find(f, lambda n: n.name == "d"), findall(f, filter_=lambda n: len(n.children) == 2), Walker().walk(a, g))
print(Resolver("name").get(f, "b/d/e"), Resolver("name").glob(f, "*/d/*"))
print(DictExporter().export(b), JsonExporter(sort_keys=True).export(g))
print(list(DotExporter(f)))
print(RenderTree(DictImporter().import_({"id": 1, "children": [{"id": 2}]})))
for bad in (lambda: setattr(f, "parent", e), lambda: Resolver("name").get(f, "b/zz"), lambda: Node("x", parent=3)):
    try:
        bad()
    except Exception as x:
        print(type(x).__name__, x)


class My(NodeMixin):
    def __init__(self, n, parent=None):
        self.n, self.parent = n, parent

    def _post_attach(self, parent):
        print("attached", self.n)


r = My(1)
My(2, r), My(3, r)
r.children = reversed(r.children)
print([x.n for x in r.children])
