import asteval
import simpleeval
from typedload import dump, load
from typing import NamedTuple, Optional
from wtforms import Form, IntegerField, StringField, SelectField, validators
from werkzeug.datastructures import MultiDict
import attr

print(simpleeval.simple_eval("2 + 3 * x ** 2 if x > 1 else 'no'", names={"x": 4}), simpleeval.SimpleEval(functions={"f": lambda a: a + 1}).eval("f(2) + len('abc')") if False else simpleeval.simple_eval("f(2)", functions={"f": lambda a: a + 1}))
for bad in ("__import__('os')", "x.__class__", "9 ** 9 ** 9", "nope", "1 +", "'a' * 1000000000", "[i for i in range(3)]"):
    try:
        print(simpleeval.simple_eval(bad, names={"x": 1}))
    except Exception as e:
        print(bad, type(e).__name__, e)
a = asteval.Interpreter(use_numpy=False)
print(a("def f(x, n=2):\n    s = 0\n    for i in range(n):\n        s += x\n    return s"), a("f(3, n=4)"), a("[x*2 for x in (1, 2) if x > 1]"), a("{'a': 1}['a']"))
import io
a = asteval.Interpreter(use_numpy=False, err_writer=io.StringIO())
for bad in ("1/0", "import os", "zz", "f(("):
    a(bad)
    print(bad, [(e.exc.__name__ if e.exc else None, str(e.msg)[:60]) for e in a.error])


class P(NamedTuple):
    x: int
    y: Optional[str] = None


print(load({"x": 1, "y": "q"}, P), dump([P(1)]), load([[1, 2]], list[tuple[int, int]]))
for bad in (("z", P), ({"x": "k"}, P), ([1, "a"], list[int])):
    try:
        load(*bad)
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0])


class F(Form):
    name = StringField("Name", [validators.Length(min=3), validators.DataRequired()])
    age = IntegerField("Age", [validators.NumberRange(0, 99)], default=5)
    kind = SelectField(choices=[("a", "A"), ("b", "B")])

    def validate_name(self, field):
        if "x" in field.data:
            raise validators.ValidationError("no x")


f = F(MultiDict({"name": "ax", "age": "q", "kind": "z"}))
print(f.validate(), f.errors, f.name(class_="c", maxlength=3), f.kind(), f.age.label)
print(F(MultiDict({"name": "good", "age": "7", "kind": "b"})).data)
