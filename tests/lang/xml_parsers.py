# expat and what stands on it: handlers, pieces, namespaces, entities, errors, trees.
import io
import plistlib
import xml.sax
from xml.dom import minidom
from xml.etree import ElementTree
from xml.parsers import expat

TEXT = """<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<!DOCTYPE doc [<!ENTITY e "x<b>y</b>"><!ENTITY f "&#65;"><!ATTLIST doc k CDATA "d"><!ELEMENT doc (a|b)*>]>
<?target some data?><doc a="1&lt;2 &f;"><!--c-->t\u00fc&amp;&e;<![CDATA[<&]]>
<n:x xmlns:n="uri" n:y=" z "/></doc>
"""
HANDLERS = ("StartElement EndElement CharacterData ProcessingInstruction Comment StartCdataSection EndCdataSection "
            "StartNamespaceDecl EndNamespaceDecl XmlDecl StartDoctypeDecl EndDoctypeDecl EntityDecl ElementDecl "
            "AttlistDecl").split()


def parse(pieces, separator=None, buffers=False):
    found = []
    parser = expat.ParserCreate(namespace_separator=separator)
    parser.buffer_text = buffers
    for name in HANDLERS:
        setattr(parser, name + "Handler", lambda *args, name=name: found.append((name, parser.CurrentColumnNumber, args)))
    try:
        for piece in pieces:
            parser.Parse(piece)
        parser.Parse(b"", True)
    except expat.ExpatError as e:
        print(e, e.code, e.lineno, e.offset)
    for each in found:
        print(*each)


parse([TEXT], " ", buffers=True)
data = TEXT.encode()
parse(["<a b='", "1'>x&am", "p;\r", "\n&#65;</", "a>"])
for wrong in ("<a></b>", "<a>", "", "<a/>x", "<a b='1' b='2'/>", "<a>&x;</a>", "<a>&#0;</a>", "<a>]]></a>",
              "<a><![CDATA[x", b"<a>\xff</a>", "<!DOCTYPE a [<!ENTITY x '&x;'>]><a>&x;</a>"):
    try:
        expat.ParserCreate().Parse(wrong, True)
    except expat.ExpatError as e:
        print(e, e.code)
parse(["<p:a/>"], ":")
root = ElementTree.fromstring(TEXT)
print(root.attrib, root.text, [e.tag for e in list(root.iter())], root[0].tail)
print(ElementTree.tostring(root, encoding="unicode"))
print([(event, e.tag) for event, e in list(ElementTree.iterparse(io.BytesIO(data), ("start", "end")))])
try:
    ElementTree.fromstring("<a>\n<b></a>")
except ElementTree.ParseError as e:
    print(e, e.position)
document = minidom.parseString("<a x='1'><b/>t</a>")
print(document.documentElement.toxml(), document.documentElement.firstChild.nodeName)


class Handler(xml.sax.ContentHandler):
    def startElement(self, name, attrs):
        print("start", name, dict(attrs))

    def characters(self, content):
        print(repr(content))


xml.sax.parseString("<a x='1'>t<b/></a>", Handler())
try:
    xml.sax.parseString("<a>", Handler())
except xml.sax.SAXParseException as e:
    print(e)
value = {"a": [1, 2.5, True, "ü"], "b": b"\0\1"}
print(plistlib.loads(plistlib.dumps(value)) == value)
latin = "<?xml version='1.0' encoding='iso-8859-1'?><a>\u00fc</a>".encode("latin-1")
print(ElementTree.fromstring(latin).text, ElementTree.fromstring("<a>\u20ac</a>".encode("utf-16")).text)


class Bound:
    # A method that belongs to another object is called as it is.
    __next__ = iter([1, 2]).__next__

    def __iter__(self):
        return self


print(next(Bound()), next(Bound(), 0), list(Bound()))
