from jinja2 import DictLoader, Environment, StrictUndefined, TemplateSyntaxError, UndefinedError

env = Environment(loader=DictLoader({
    "base": "<{% block body %}{% endblock %}>",
    "page": "{% extends 'base' %}{% from 'macros' import li %}{% block body %}"
            "{% for x in items if x.n > 1 %}{{ loop.index }}{{ li(x.name) }}{% else %}none{% endfor %}{% endblock %}",
    "macros": "{% macro li(t, sep=', ') %}[{{ t|title }}]{{ sep if sep != '-' }}{% endmacro %}",
}), undefined=StrictUndefined, trim_blocks=True, autoescape=True)
env.filters["double"] = lambda s: s * 2
env.tests["big"] = lambda n: n > 10
print(env.get_template("page").render(items=[{"n": 1, "name": "a"}, {"n": 2, "name": "b c"}, {"n": 3, "name": "<d>"}]))
print(env.from_string("{{ 'ab'|double }} {{ 11 is big }} {% set ns = namespace(t=0) %}"
                      "{% for i in range(4) %}{% set ns.t = ns.t + i %}{% endfor %}{{ ns.t }}").render())
print(env.from_string("{{ xs|groupby('k')|map(attribute='grouper')|join('-') }} {{ xs|sum('v') }}")
      .render(xs=[{"k": 1, "v": 2}, {"k": 2, "v": 5}, {"k": 1, "v": 1}]))
try:
    env.from_string("a\n{{ missing.x }}").render()
except UndefinedError as e:
    print(e)
try:
    env.from_string("{% if %}")
except TemplateSyntaxError as e:
    print(e, e.lineno)
