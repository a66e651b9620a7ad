import networkx as nx

g = nx.Graph()
g.add_weighted_edges_from([(1, 2, 4), (1, 3, 1), (3, 2, 1), (2, 4, 5), (5, 6, 2)])
print(nx.shortest_path(g, 1, 4, weight="weight"), nx.dijkstra_path_length(g, 1, 4), list(nx.connected_components(g)))
print(sorted(nx.minimum_spanning_edges(g, data=False)), nx.degree_histogram(g), nx.is_bipartite(g))
d = nx.DiGraph([("a", "b"), ("b", "c"), ("a", "c"), ("c", "d")])
print(list(nx.topological_sort(d)), nx.ancestors(d, "c"), list(nx.all_simple_paths(d, "a", "d")), nx.dag_longest_path(d))
print({k: round(v, 3) for k, v in nx.betweenness_centrality(nx.path_graph(5)).items()})
print(nx.to_dict_of_lists(nx.cycle_graph(4)), nx.maximum_flow_value(nx.DiGraph([(0, 1, {"capacity": 3})]), 0, 1))
print(nx.node_link_data(nx.path_graph(2), edges="edges"), [sorted(c) for c in nx.find_cliques(nx.complete_graph(3))])
print(nx.coloring.greedy_color(nx.petersen_graph())[0], nx.gnp_random_graph(8, 0.4, seed=1).number_of_edges())
