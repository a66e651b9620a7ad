import chevron

T = """Hi {{name}} {{{raw}}} {{&raw}} {{esc}}
{{#items}}
 - {{n}}{{^last}},{{/last}}
{{/items}}
{{^none}}empty{{/none}}{{! comment }}
{{>part}}
{{=<% %>=}}<% name %>
"""
print(chevron.render(T, {"name": "A", "raw": "<b>", "esc": "<i>\"", "items": [{"n": 1}, {"n": 2, "last": True}]}, partials_dict={"part": "[{{name}}]\n"}))
print(chevron.render("{{#f}}x{{a.b}}{{/f}}", {"f": lambda text, render: render(text).upper(), "a": {"b": "q"}}))
for bad in ("{{#a}}", "{{/a}}", "{{a", "{{#a}}{{/b}}"):
    try:
        print(chevron.render(bad, {}))
    except chevron.ChevronError as e:
        print(type(e).__name__, e)
