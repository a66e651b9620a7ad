import jmespath
from jmespath import functions


class Custom(functions.Functions):
    @functions.signature({"types": ["number"]}, {"types": ["number"]})
    def _func_add(self, x, y):
        return x + y


data = {"people": [{"name": "b", "age": 30, "tags": ["x", "y"]}, {"name": "a", "age": 20, "tags": []}, {"name": "c"}]}
for e in ("people[?age > `20`].name", "people[*].{n: name, t: tags[0]}", "sort_by(people[?age], &age)[].name", "people[].tags[]",
          "length(people)", "max_by(people[?age], &age).name", "people[-1:].name | [0]", "keys(people[0])", "to_string(people[0])",
          "people[?contains(name, 'a') || age == `30`].age", "join('-', people[*].name)", "not_null(missing, 'd')", "@.people[0].*"):
    print(e, "->", jmespath.search(e, data))
print(jmespath.compile("a.b[0]").parsed)
print(jmespath.search("add(people[0].age, `2`)", data, jmespath.Options(custom_functions=Custom())))
for bad in ("a.[", "people[?age >]", "length(`3`)", "nope(@)", "foo bar"):
    try:
        print(jmespath.search(bad, data))
    except Exception as e:
        print(type(e).__name__, e)
