import json

value = {"name": "é", "list": [1, 2.5, None, True, {"x": []}], "big": 10**20, "nested": {"a": {"b": "c\n\u2028"}}}
for options in ({}, {"indent": 2}, {"ensure_ascii": False}, {"sort_keys": True}, {"separators": (",", ":")}, {"indent": "\t", "sort_keys": True}):
    text = json.dumps(value, **options)
    print(text, json.loads(text) == value)
print(json.dumps([float("nan"), float("inf"), 1e16, -0.0, 1e-7]), json.dumps({1: 2, None: 3, True: 4, 1.5: 5}), json.dumps("\ud800"))
for text in ("[1,]", '{"a" 1}', "{a:1}", "[", '"abc', '"\\x"', '"\\u12"', "nul", "", "[1] x", "01", '{"é":1 "b"}', '{"a":1,}', "\ufeff[]", '"\n"'):
    try:
        print(json.loads(text))
    except json.JSONDecodeError as e:
        print(type(e).__name__, e, e.pos, e.lineno, e.colno)
print(json.loads(b'"caf\xc3\xa9"'), json.loads("[1.5, 2]", parse_float=str, parse_int=lambda s: s + "!"), json.loads('{"a": 1}', object_hook=lambda d: list(d.items())))
print(json.loads('{"a": 1, "b": {}}', object_pairs_hook=tuple), json.loads("[NaN]", parse_constant=lambda s: s.lower()), json.loads('"\t"', strict=False))


class Point:
    def __init__(self, x):
        self.x = x


class Encoder(json.JSONEncoder):
    def default(self, o):
        return {"x": o.x}


print(json.dumps([Point(1), {"p": Point(2)}], cls=Encoder), json.dumps({(1,): 1, "a": 2}, skipkeys=True), json.dumps(Point(3), default=vars))
loop = []
loop.append(loop)
for bad in (loop, {(1,): 2}, object, float("nan")):
    try:
        print(json.dumps(bad, allow_nan=False))
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
deep = "[" * 100000
try:
    json.loads(deep)
except RecursionError as e:
    print("RecursionError", e)
print(json.JSONDecoder().raw_decode("[1] rest"), list(json.JSONEncoder().iterencode([1, {"a": None}])))
