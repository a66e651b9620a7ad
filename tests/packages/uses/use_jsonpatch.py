import jsonpatch
import jsonpointer

doc = {"a": {"b": [1, 2, {"c": 3}]}, "x~y": 1, "p/q": 2}
p = jsonpatch.make_patch(doc, {"a": {"b": [1, 4, 2]}, "new": "n"})
print(p, p.apply(doc), sorted(op["op"] for op in p))
print(jsonpatch.apply_patch(doc, [{"op": "test", "path": "/x~0y", "value": 1}, {"op": "move", "from": "/p~1q", "path": "/a/b/-"}, {"op": "copy", "from": "/a/b/0", "path": "/z"}]))
print(jsonpointer.resolve_pointer(doc, "/a/b/2/c"), jsonpointer.JsonPointer("/a/b").parts, jsonpointer.set_pointer({"a": 1}, "/a", 2))
for bad in ([{"op": "remove", "path": "/zz"}], [{"op": "test", "path": "/a", "value": 1}], [{"op": "nope", "path": "/a"}], [{"path": "/a"}]):
    try:
        jsonpatch.apply_patch(doc, bad)
    except (jsonpatch.JsonPatchException, jsonpointer.JsonPointerException) as e:
        print(type(e).__name__, e)
