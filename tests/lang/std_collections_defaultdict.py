# collections.defaultdict.
from collections import defaultdict

groups = defaultdict(list)
for word in ["apple", "avocado", "bean"]:
    groups[word[0]].append(word)
print(groups, groups.default_factory, groups == {"a": ["apple", "avocado"], "b": ["bean"]})
print(groups.get("z"), "z" in groups, len(groups), groups["z"], len(groups))
groups["self"] = groups
print(groups)

counts = defaultdict(int)
for letter in "hello":
    counts[letter] += 1
print(sorted(counts.items()), counts.pop("h"), counts.setdefault("q", 5), counts.popitem(), list(reversed(counts)))
counts.default_factory = str
print(counts["new"], counts)

plain = defaultdict(None, {1: 2}, x=3)
try:
    plain[9]
except KeyError as e:
    print(repr(e))
print(plain | {5: 6}, {5: 6} | plain, type({} | plain).__name__, plain.copy())
plain |= [(7, 8)]
print(plain, defaultdict(), defaultdict(int, [(1, 2)]), defaultdict(default_factory=3), defaultdict.fromkeys([1], 2))
for f in lambda: defaultdict(1), lambda: defaultdict(int, 1), lambda: defaultdict(int, {}, {}):
    try:
        print(f())
    except TypeError as e:
        print(e)


class Factory:
    made = 0

    def __call__(self):
        self.made += 1
        return self.made

    def __repr__(self):
        return repr(self.owner)


factory = Factory()
factory.owner = numbered = defaultdict(factory)
print(numbered["a"], numbered["b"], numbered["a"], numbered)


class Doubling(defaultdict):
    def __missing__(self, key):
        return key * 2


doubling = Doubling(int)
print(doubling[4], doubling, doubling.copy())


def tree():
    return defaultdict(tree)


def show(node):
    return {key: show(child) for key, child in node.items()}


root = tree()
root["a"]["b"]["c"]
root["a"]["d"]
print(show(root))
