from cssselect import GenericTranslator, HTMLTranslator, SelectorError, parse

for s in ("div > p.a#b", "a[href^='x'], b[c~=d]", "li:nth-child(2n+1):not(.x)", "h1 + h2 ~ h3", "*|e", "a:has(> b)", "p::before", ":is(a, b) c", "input:checked", "e:contains('q')", "x:last-of-type"):
    try:
        print(s, "->", HTMLTranslator().css_to_xpath(s), [x.specificity() for x in parse(s)])
    except SelectorError as e:
        print(s, type(e).__name__, e)
print(parse("div p.c")[0].parsed_tree, GenericTranslator().css_to_xpath("a:first-child"))
for s in ("a[", "p:nope", ">", "a{}", "a:nth-child(x)"):
    try:
        GenericTranslator().css_to_xpath(s)
    except SelectorError as e:
        print(type(e).__name__, e)
