import tomlkit

TEXT = """# head
title = "x" # c

[owner]
name = 'ann'
dob = 1979-05-27T07:32:00Z
nums = [1, 2,
  3]

[[products]]
sku = 1
[[products]]
sku = 2
"""
doc = tomlkit.parse(TEXT)
print(tomlkit.dumps(doc) == TEXT, doc["owner"]["dob"], doc["products"][1]["sku"])
doc["owner"]["name"] = "bob"
doc["owner"]["nums"].append(4)
doc.add("extra", tomlkit.inline_table())
doc["extra"]["k"] = 1.5
doc["products"].append({"sku": 3})
print(tomlkit.dumps(doc))
print(doc.unwrap()["owner"]["nums"], tomlkit.item({"a": [True, None or 1]}).as_string())
try:
    tomlkit.parse("a = \n")
except tomlkit.exceptions.ParseError as e:
    print(e)
