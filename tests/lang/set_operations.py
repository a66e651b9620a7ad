"""Sets and frozensets of small ints (whose order is the table's), and of strings (sorted before printing)."""

a, b = {1, 2, 3, 4}, {3, 4, 5}
print(a, b, a | b, a & b, a - b, a ^ b, b - a)
print(a <= b, {3} < a, a >= {1, 2}, a.isdisjoint({9}), a == {4, 3, 2, 1}, 3 in a, len(a))
print({10, 3, 7, 1}, {100, 8, 16, 0}, {-1, -2, 5}, set(range(12, 2, -2)), set(), frozenset([2, 1]))
a.add(9)
a.add(9)
a.discard(1)
a.discard(77)
a.update([20, 21], (22,))
print(a, a.pop() in range(30), len(a))
a.remove(9)
a.intersection_update({3, 4, 20, 50})
print(a)
a.difference_update({20})
a.symmetric_difference_update({4, 5})
print(a, a.union([7], {8}), a.intersection([5, 3]), a.difference([3]), a.copy() is a)
words = {"pear", "fig", "apple"}
words |= {"fig", "plum"}
print(sorted(words), sorted(words, key=len)[0], sorted(words & {"fig", "kiwi"}), len(words))
f = frozenset({1, 2})
print(f | {3}, {f: "key"}[frozenset([2, 1])], f in {f}, {frozenset(), frozenset([1])} == {frozenset([1]), frozenset()}, hash(f) == hash(frozenset((2, 1))))
print(type(f | {3}).__name__, type({3} | f).__name__, {1, True, 1.0}, {x % 4 for x in range(10)}, [*{5, 6}])
seen, order = set(), []
for x in [3, 1, 3, 2, 1]:
    if x not in seen:
        seen.add(x)
        order.append(x)
print(order, seen)
big = set(range(0, 60, 7))
big -= {0, 14}
big.add(1000)
print(big, sorted(big), min(big), sum(big))
for action in (lambda: a.remove(99), lambda: set().pop(), lambda: {[]}, lambda: f.add(1), lambda: {1} + {2}, lambda: set(5)):
    try:
        action()
    except Exception as e:
        print(type(e).__name__, e)
a.clear()
print(a, bool(a))
