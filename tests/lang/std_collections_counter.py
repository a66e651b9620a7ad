# collections.Counter.
from collections import Counter

words = Counter("abracadabra")
print(words, words.most_common(2), words.most_common(0), words.most_common(99)[0], words.total(), words["z"])
print(sorted(words.elements()), list(Counter(a=2, b=0, c=-1).elements()), "z" in words)
words.update("zz")
words.update({"a": 10})
words.update(q=1)
words.subtract("ab")
words.subtract({"r": 5}, q=2)
print(words)
del words["nothing"], words["a"]
print(words)

x, y = Counter(a=3, b=1, z=0), Counter(a=1, b=2, c=-4)
print(x + y, x - y, x | y, x & y, +y, -y)
print(x == Counter(a=3, b=1), x == {"a": 3}, x != y, x <= y, x < x + y, x >= y, x > y)
z = same = Counter(x)
z += y
print(z, same is z)
z -= Counter(a=1)
z |= Counter(k=4)
print(z)
z &= Counter(k=1, a=1)
print(z)
print(Counter(), Counter({}), Counter([3, 1, 3]), x.copy(), type(x.copy()))


class Votes(Counter):
    def winner(self):
        return self.most_common(1)[0][0]


votes = Votes(["ada", "bob", "ada"])
print(votes, votes.winner(), votes + Votes(["bob"]), type(votes.copy()).__name__)
for f in (lambda: Counter.fromkeys("a"), lambda: Counter(1), lambda: x + 1, lambda: x < 1, lambda: Counter("a", "b"),
          lambda: Counter([[]]), lambda: Counter(a="x", b=1), lambda: Counter(self=1, iterable=2), lambda: hash(x),
          lambda: x.most_common("a")):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
print(x.pop("a"), x.setdefault("new", 7), x.get("no"), dict(x), [*x], len(x), bool(Counter()))
