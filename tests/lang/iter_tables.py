"""Iterators over dicts and sets: past removed entries, after changes, backwards, pickled, and how much is left."""
import operator
import pickle

hint = operator.length_hint


def shown(make):
    try:
        return make()
    except RuntimeError as e:
        return f"RuntimeError: {e}"


d = {name: i for i, name in enumerate("abcdefgh")}
for name in "adeh":
    del d[name]
it = iter(d)
left = [hint(it)]
for key in it:
    left.append((key, hint(it)))
print(left, hint(it))
back = reversed(d.items())
print(hint(back), next(back), hint(back), list(back), hint(back))
print([v for v in d.values()], [v for v in reversed(d.values())], {k: v for k, v in d.items()})


def removing():
    e = dict.fromkeys(range(5))
    for key in e:
        del e[key]


def replacing():
    e = dict.fromkeys(range(3))
    seen = []
    for key in e:
        del e[key]
        e[key + 10] = None
        seen.append(key)
        if len(seen) > 20:
            return seen


def growing(e):
    for key in e:
        e.add(key + 100)


print(shown(removing))
print(shown(replacing))
print(shown(lambda: growing(set(range(4)))))

s = set(range(40))
s -= {3, 4, 5, 20}
it = iter(s)
print(hint(it), [next(it), next(it), next(it), next(it)], hint(it), sum(1 for _ in it), hint(it))
it = iter(d.items())
next(it)
print(list(pickle.loads(pickle.dumps(it))), list(it))
values = iter(d.values())
d["x"] = 1
print(hint(values), shown(lambda: next(values)), shown(lambda: next(values)))
print([b for b in b"ab\xff"], [b for b in bytearray(b"xyz")])
