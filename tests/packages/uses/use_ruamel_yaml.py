import io

from ruamel.yaml import YAML

TEXT = """# head
a: 1  # one
b:
  - x
  - {y: 2, z: [1, 2]}
c: &anchor
  k: v
d: *anchor
text: |
  line 1
  line 2
"""
yaml = YAML()
yaml.preserve_quotes = True
data = yaml.load(TEXT)
data["a"] = 2
data["b"].append("new")
data.insert(1, "ins", True, comment="added")
out = io.StringIO()
yaml.dump(data, out)
print(out.getvalue())
safe = YAML(typ="safe", pure=True)
print(safe.load("{a: 1.5, b: 2001-12-14, c: ~, d: 0o14, e: yes}"))
try:
    safe.load("a: [1, 2")
except Exception as e:
    print(type(e).__name__, e.problem_mark.line)
