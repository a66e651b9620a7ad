import pystache


class Greeting:
    def who(self):
        return "world"

    def list(self):
        return [{"x": i} for i in range(3)]


r = pystache.Renderer(partials={"p": "<{{x}}>"}, missing_tags="strict", escape=lambda s: s.replace("&", "+"))
print(pystache.render("Hello {{who}} {{#list}}{{x}};{{/list}}", Greeting()))
print(r.render("{{#list}}{{>p}}{{/list}} {{a}}", {"list": [{"x": 1}, {"x": 2}], "a": "1&2"}))
try:
    r.render("{{missing}}", {})
except Exception as e:
    print(type(e).__name__, e)
print(pystache.parse("Hey {{#you}}{{name}}!{{/you}}"))
