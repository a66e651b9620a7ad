import ast

import pydot

g = pydot.Dot("g", graph_type="digraph", rankdir="LR")
g.add_node(pydot.Node("a", label="A node", shape="box"))
g.add_edge(pydot.Edge("a", "b", color="red"))
s = pydot.Subgraph("cluster_x", label="sub")
s.add_node(pydot.Node("c"))
g.add_subgraph(s)
print(g.to_string())
h = pydot.graph_from_dot_data('digraph { a -> b -> {c d} [style=dashed]; node [x="1"]; subgraph cluster { e } /* c */ }')[0]
print(h.to_string(), [e.get_source() for e in h.get_edges()])
