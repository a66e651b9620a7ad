from intervaltree import Interval, IntervalTree

t = IntervalTree(Interval(i * 3, i * 3 + 5, "d%d" % i) for i in range(10))
t[1:2] = "short"
print(sorted(t[4]), sorted(t[4:9]), len(t), t.begin(), t.end(), sorted(t.envelop(3, 12)))
t.chop(5, 8)
print(sorted(t)[:6])
t.merge_overlaps(lambda a, b: a + b)
print(sorted(t))
t.split_overlaps()
u = IntervalTree.from_tuples([(1, 5), (3, 8)])
u.split_overlaps()
print(sorted(u), u.overlaps(4), u.span(), Interval(1, 2) < Interval(1, 3), Interval(1, 5).distance_to(Interval(9, 10)))
try:
    u[5:5] = 1
except ValueError as e:
    print(e)
u.verify()
u.remove_overlap(4)
print(u, t - u == t, repr(u))
