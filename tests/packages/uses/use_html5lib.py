import html5lib
from html5lib import serializer, treewalkers

doc = html5lib.parse("<p>One<p>Two <b><i>x</b>y</i><table><tr><td>c<a>z", namespaceHTMLElements=False)
print([e.tag for e in doc.iter()])
print(doc.find(".//td").text, html5lib.serialize(doc, omit_optional_tags=False))
parser = html5lib.HTMLParser(strict=False)
parser.parse("<!doctype foo><div></span>")
print([code for _, code, _ in parser.errors])
walker = treewalkers.getTreeWalker("etree")
print("".join(serializer.HTMLSerializer(quote_attr_values="always", sanitize=True).serialize(
    walker(html5lib.parseFragment("<a href=javascript:x onclick=y>t</a><script>1</script>")))))
