from glom import Assign, Coalesce, Fill, Flatten, Iter, M, Match, Merge, Or, S, SKIP, Spec, T, glom, GlomError, Check, Path, Invoke

data = {"system": {"planets": [{"name": "earth", "moons": 1}, {"name": "mars", "moons": 2}, {"name": "venus"}]}}
print(glom(data, ("system.planets", ["name"])))
print(glom(data, ("system.planets", [Coalesce("moons", default=0)])))
print(glom(data, {"n": ("system.planets", len), "first": T["system"]["planets"][0]["name"].upper()}))
print(glom(data, ("system.planets", Iter().filter(lambda p: "moons" in p).map("moons").all())))
print(glom([[1], [2, 3]], Flatten()), glom([{"a": 1}, {"b": 2}], Merge()))
print(glom({"a": {}}, Assign("a.b", 3)), glom(3, Fill({"x": T, "y": [T, T + 1]})))
print(glom([1, "a", 2], Match([Or(int, str)])), glom([1, 2, 3, 4], [(M > 2) | SKIP] if False else [Check(validate=lambda x: x > 2, default=SKIP)]))
print(glom({"a": 2}, (S(v="a"), S.v)), glom([3, 1, 2], Invoke(sorted).specs(T).constants(reverse=True)))
for spec in ("system.moons.x", ("system.planets", [T["moons"]])):
    try:
        glom(data, spec)
    except GlomError as e:
        print(type(e).__name__)
        print(e)
try:
    glom({"id": "x"}, Match({"id": int}))
except GlomError as e:
    print(type(e).__name__, str(e).splitlines()[-1])
print(Path("a", "b", T.c), Spec(T.a.b[0]), T.x(1, k=2))
