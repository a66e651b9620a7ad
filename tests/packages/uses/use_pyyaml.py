import yaml

TEXT = """
a: 1
b: [x, 2.5, null, true, 2001-12-14]
c: &an {k: "v\\n", m: 'it''s'}
d: *an
e: |
  block
  text
f: >-
  folded
  line
? [complex, key]
: value
"""
data = yaml.load(TEXT.replace("? [complex, key]\n: value\n", ""), Loader=yaml.SafeLoader)
print(data, data["c"] is data["d"])
print(yaml.dump({"x": [1, {"y": None}], "s": "a: b", "t": "multi\nline", "u": "é"}, allow_unicode=True))
print(yaml.safe_dump([1, [2, [3]]], default_flow_style=True), list(yaml.safe_load_all("--- 1\n--- [2]\n")))


class Point(yaml.YAMLObject):
    yaml_tag = "!P"

    def __init__(self, x):
        self.x = x


print(yaml.dump(Point(3)), yaml.load("!P {x: 4}", Loader=yaml.Loader).x)
yaml.add_constructor("!double", lambda l, n: 2 * int(l.construct_scalar(n)), Loader=yaml.SafeLoader)
print(yaml.safe_load("a: !double 4"))
for bad in ("a: b: c", "[1, 2", "\tx: 1", "!!python/object:x.Y {}"):
    try:
        yaml.safe_load(bad)
    except yaml.YAMLError as e:
        print(e)
