import io

from configobj import ConfigObj, ConfigObjError, flatten_errors
from validate import Validator

TEXT = """# top
name = "a b"   # inline
list = 1, 2, "x, y"
path = %(name)s/sub
[section]
  number = 42
  [[deep]]
    flag = yes
[other]
text = '''multi
line'''
""".splitlines()
c = ConfigObj(TEXT)
print(c, c["path"], c["section"].as_int("number"), c["section"]["deep"].as_bool("flag"))
c["new"] = {"k": ["v", "w"]}
c.comments["name"] = ["# changed"]
print("\n".join(c.write()) if c.write() else "")
spec = ConfigObj("name=string(max=2)\n[section]\nnumber=integer(max=10)\nextra=float(default=1.5)".splitlines(), list_values=False, interpolation=False, _inspec=True)
v = ConfigObj(TEXT, configspec=spec)
result = v.validate(Validator(), preserve_errors=True)
for sections, key, error in flatten_errors(v, result):
    print(sections, key, error)
print(v["section"]["extra"])
try:
    ConfigObj(["a = 1", "[x", "b"])
except ConfigObjError as e:
    print(type(e).__name__, e)
c.merge(ConfigObj(["name = z"]))
print(c["name"], c.walk(lambda s, k: (s.depth, k)))
