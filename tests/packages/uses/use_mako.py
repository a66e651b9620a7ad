from mako.exceptions import text_error_template
from mako.lookup import TemplateLookup
from mako.template import Template

print(Template("hello ${name|h} % ${'%.2f' % 3.14159}\n% for i in range(3):\n ${i}${',' if i < 2 else ''}\n% endfor\n").render(name="<b>"))
lookup = TemplateLookup()
lookup.put_string("base", "<h>${self.title()}</h>${next.body()}<%def name='title()'>T</%def>")
lookup.put_string("page", "<%inherit file='base'/><%def name='title()'>Page</%def>body <%call expr='wrap()'>in</%call>"
                  "<%def name='wrap()'>[${caller.body()}]</%def><%! import math %>${math.floor(2.7)}<% x = 5 %>${x}")
print(lookup.get_template("page").render())
print(Template("<%def name='f(a, b=2)'>${a}-${b}</%def>${f(1)}").get_def("f").render(7))
try:
    Template("a\n${1/0}").render()
except ZeroDivisionError:
    print(text_error_template().render().splitlines()[-1])
