import portion as P

a, b = P.closed(1, 5) | P.open(8, P.inf), P.closedopen(3, 10)
print(a, b, a & b, a - b, ~a, a | b, 3 in a, a.enclosure, a.lower, a.atomic, P.singleton(2) < b, list(P.iterate(P.closed(1, 4), step=1)))
print(P.from_string("[1,2) | (5,+inf)", conv=int), P.to_data(a), P.empty(), a.overlaps(b), a.adjacent(P.open(5, 8)), a == P.from_data(P.to_data(a)))
d = P.IntervalDict({P.closed(0, 2): "x", P.open(4, 6): "y"})
d[P.closed(1, 5)] = "z"
print(d, d.get(5.5), d.domain(), d.find("z"), d.combine(P.IntervalDict({P.closed(0, 9): "w"}), how=lambda p, q: p + q))
try:
    P.from_string("[1", conv=int)
except Exception as e:
    print(type(e).__name__)
