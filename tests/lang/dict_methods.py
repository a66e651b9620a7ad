"""Dictionaries: methods, insertion order through deletions and updates, views, merging, comprehension, nesting."""

d = {"b": 2, "a": 1}
d["c"] = 3
d["a"] = 10
print(d, list(d), d.get("x"), d.get("x", 0), "a" in d, len(d))
print(d.pop("b"), d.pop("zz", None), d.popitem(), d)
d.update({"z": 26}, y=25)
d.update([("x", 24)])
print(d, d.setdefault("w", []), d.setdefault("a", "kept"))
d["w"].append(1)
del d["z"]
d["z"] = "last"
print(d, next(iter(d)), list(reversed(d)))
print(d.keys(), d.values(), d.items())
keys = d.keys()
d["new"] = 1
print(len(keys), "new" in keys, keys & {"a", "nothing"}, sorted(keys - {"a", "w"}))
print({1: "a"} | {2: "b", 1: "c"}, {1: 2} == {1: 2.0}, {1: 1, 2: 2} == {2: 2, 1: 1}, dict(a=1), dict([(1, 2)]), dict(zip("ab", [1, 2])))
print(dict.fromkeys("aba"), dict.fromkeys([1, 2], 0), {**d, "a": 0}["a"], bool({}), d.copy() == d, d.copy() is d)
many = {i: i * i for i in range(20)}
for i in range(0, 20, 3):
    del many[i]
many[0] = "again"
print(many)
for k in list(many):
    if k % 2:
        del many[k]
print(many, sum(k for k in many))
inverse = {}
for word in ("one", "two", "three", "four"):
    inverse.setdefault(len(word), []).append(word)
print(inverse, sorted(inverse.items(), reverse=True))
nested = {}
for path in ("a/b", "a/c", "d"):
    node = nested
    for part in path.split("/"):
        node = node.setdefault(part, {})
print(nested)
mixed = {1: "int", "1": "str", (1, 2): "tuple", None: "none", 1.5: "float", True: "replaces int"}
print(mixed, mixed[1.0], mixed[(1, 2)])
d.clear()
print(d, list(d.items()))
for action in (lambda: d["k"], lambda: d.pop("k"), lambda: d.popitem(), lambda: {}[[]], lambda: dict([1]), lambda: dict([(1, 2, 3)])):
    try:
        action()
    except Exception as e:
        print(type(e).__name__, e)
try:
    for k in mixed:
        mixed[k, "more"] = 1
except RuntimeError as e:
    print(e)
