"""Which keys a dict compares, how often and in what order: collisions, deletions, reinsertion, growth, copies."""

calls = []


class Key:
    def __init__(self, name, h):
        self.name, self.h = name, h

    def __hash__(self):
        return self.h

    def __eq__(self, other):
        calls.append("%s=%s" % (self.name, getattr(other, "name", other)))
        return isinstance(other, Key) and self.name == other.name

    def __repr__(self):
        return self.name


def report(what, result=""):
    print(what, result, " ".join(calls))
    calls.clear()


# Equal hashes stand along one path; 1000 comes to its first slot twice, 8 and 16 share slots with 0.
HASHES = [1, 9, 1000, 1 << 40, -7]


def key(n):
    return Key("k%d" % n, HASHES[n % 5] if n % 2 else n // 4 * 8)


NONE = [Key("none", h) for h in HASHES]


def probe(d, what):
    report(what, [*map(d.get, NONE)])


d = {}
for n in range(5):
    d[Key("s%d" % n, 1)] = n
report("five of one hash", len(d))
del d[Key("s1", 1)]
report("deleted in the middle")
probe(d, "without it")
d[Key("t", 1)] = 9
report("grown and put in", list(d))
d.pop(Key("s0", 1))
report("popped the first")
d[Key("u", 1)] = 10
report("takes its slot")
probe(d, "in the order of slots")
print(d.setdefault(Key("v", 1), 11), d.setdefault(Key("v", 1), 12))
report("setdefault twice")

d = {key(n): n for n in range(15)}
report("comprehension", len(d))
for n in range(0, 15, 3):
    del d[key(n)]
report("every third deleted")
for n in range(0, 15, 6):
    d[key(n)] = -n
report("some put back", list(d)[-3:])
probe(d, "with holes")
for _ in range(3):
    d.popitem()
report("popped from the end")
for n in range(50, 53):
    d[key(n)] = n
report("after that")
probe(d, "slots of the popped")
copied = d.copy()
probe(copied, "a copy has the same table")
made = dict(d)
report("dict() puts them in again", len(made))
for k in [k for k in d if k.h > 0][::2]:
    d.pop(k)
report("a few popped", len(d))
sparse = d.copy()
report("the copy of a sparse dict", len(sparse))
probe(sparse, "its table")

small = {key(1): 1, key(6): 2, key(11): 3}
report("literal")
large = {key(1): 1, key(6): 2, key(11): 3, key(21): 4, key(31): 5, key(41): 6, key(51): 7}
report("larger literal")
probe(large, "presized")
large.update(small)
report("update with keys that are there", large)
large.update(d)
report("update", len(large))
probe(large, "grown at once")
union = small | large
report("union", len(union))
stars = {**small, key(61): 61, **large}
report("stars", len(stars))

# A dict of strings has a table of another kind until another key comes.
names = {"a": 1, "b": 2, "c": 3}
del names["a"], names["b"], names["c"]
for n in (1, 11, 21, 31):
    names[key(n)] = n
report("from strings to others", names)
probe(names, "its table")
names.clear()
names[key(21)] = 7
names[key(1)] = 8
report("cleared", names)
print({}.pop([], "an empty dict hashes nothing"))


class Meddler:
    """Equal to nothing, and changes the dict while it is compared."""

    def __init__(self, what):
        self.what = what

    def __hash__(self):
        return 1

    def __eq__(self, other):
        calls.append(self.what)
        if len(calls) < 4:
            self.act(other)
        return False

    def act(self, other):
        if self.what == "put":
            shared[Key("extra%d" % len(calls), 5)] = 0
        elif self.what == "delete":
            shared.pop(2, None)
        else:
            for i in range(7):
                shared[1000 + i + len(calls) * 100] = i


for what in ("put", "delete", "grow"):
    shared = {Meddler(what): 1, 2: 2}
    calls.extend("1234")
    shared[Key("x", 1)] = 3
    calls.clear()
    report(what, shared.get(Key("x", 1)))
