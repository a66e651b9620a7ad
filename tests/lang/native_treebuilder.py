# XMLParser and TreeBuilder of xml.etree.ElementTree: pieces, factories, targets, events, entities, errors.
import io
import warnings
from xml.etree import ElementTree as ET

DOC = """<?xml version="1.0"?><!DOCTYPE a SYSTEM "sys" [<!ENTITY e "en<x/>t"><!ATTLIST p k CDATA "dflt">]><!--before-->
<a xmlns="u" xmlns:p="v" p:x="1" y="&lt;2 &e2;">t&lt;&#65;&e;u<p:b k="&quot;"/>\r\n<![CDATA[<c>]]><?q  w ?>
<!--inside--><d xml:lang="de" p:k=''>e\u00e9</d><o xmlns=""><i/></o></a>""".replace("&e2;", "").replace("<x/>", "")


def attempt(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except Exception as e:
        return f"{type(e).__name__}: {e} {getattr(e, 'code', None)} {getattr(e, 'position', None)}"


def told(e):
    tag = e.tag if isinstance(e.tag, str) else e.tag.__name__
    return [tag, e.text, e.tail, dict(e.attrib), *map(told, e)]


print(told(ET.fromstring(DOC)))
print(told(ET.fromstring(DOC)) == told(ET.fromstring(DOC.encode())))
for size in (11, 60):
    parser = ET.XMLParser()
    for i in range(0, len(DOC), size):
        parser.feed(DOC[i:i + size])
    print(told(parser.close()) == told(ET.fromstring(DOC)))
print(told(ET.fromstring(DOC.replace("1.0", "1.0' encoding='latin-1").replace('"1.0', "'1.0").replace('latin-1"', "latin-1'")
                         .encode("latin-1"))) == told(ET.fromstring(DOC)))
for whole in ("", "<a>", "<a></b>", "<a/><b/>", "<a b='1' b='2'/>", "<a>&nope;</a>", "<a p:x='1'/>", "<a>\x01</a>", "<a",
              "<a xmlns:p=''/>", "</a>", "text", "<a>]]></a>", b"<a>\xff</a>", "<a xmlns:p='u' xmlns:q='u' p:x='' q:x=''/>"):
    print(attempt(ET.fromstring, whole))

parser = ET.XMLParser()
print(parser.version.split()[0], parser.entity, type(parser.target).__name__, attempt(setattr, parser, "target", 1))
parser.entity["mine"] = "known"
parser.feed("<!DOCTYPE a SYSTEM 'x'><a>1&mine;2")
print(attempt(parser.feed, "&other;"))
print(attempt(ET.XMLParser, encoding=5), attempt(ET.XMLParser, 5), attempt(ET.XMLParser, nope=5), attempt(parser.feed, 5))
print(attempt(ET.XMLParser.__new__(ET.XMLParser).feed, "x"))
parser = ET.XMLParser()
parser.feed("<a/>")
print(parser.close().tag, attempt(parser.close), attempt(parser.feed, "<b/>"), attempt(parser.flush))


class Target:
    def __init__(self):
        self.calls = []

    def __getattr__(self, name):
        if name in ("start", "end", "data", "comment", "pi", "doctype", "start_ns", "end_ns"):
            return lambda *args: self.calls.append((name,) + args)
        raise AttributeError(name)

    def close(self):
        return self.calls


parser = ET.XMLParser(target=Target())
parser.feed(DOC)
for call in parser.close():
    print(call)


class Strict:
    def start(self, tag, attrib):
        if tag == "bad":
            raise ValueError(tag)


parser = ET.XMLParser(target=Strict())
print(attempt(parser.feed, "<a><bad/>"))
parser = ET.XMLParser(target=object())
parser.feed("<a>&lt;<!--c--></a>")
print(parser.close())

# Builders.
builder = ET.TreeBuilder(insert_comments=True, insert_pis=True)
builder.comment("early")
root = builder.start("a", {"k": "v"})
for text in ("x", "y"):
    builder.data(text)
print(builder.comment("note").text, builder.pi("order").text, builder.pi("order", "data").text)
builder.data("z")
print(builder.start("b", {}).tag, builder.close().tag, builder.end("b").tag, builder.end("other").tag)
print(attempt(builder.end, "a"), attempt(builder.start, "second", {}), told(builder.close()), attempt(builder.start, "a", 5))
print(ET.TreeBuilder().close(), attempt(ET.TreeBuilder, 1, 2))


class Element(ET.Element):
    pass


def make(tag, attrib):
    made.append(tag)
    return Element(tag, attrib)


made = []
builder = ET.TreeBuilder(make, comment_factory=lambda text: ET.Comment(text.upper()), insert_comments=True)
parser = ET.XMLParser(target=builder)
parser.feed("<a q='r'>x<b/>y<!--note-->z</a>")
root = parser.close()
print(made, type(root).__name__, type(root[0]).__name__, told(root))


class Loud(ET.TreeBuilder):
    def end(self, tag):
        ended.append(tag)
        return super().end(tag)


ended = []
print(told(ET.fromstring("<a><b/>c</a>", ET.XMLParser(target=Loud()))), ended)

# Events.
pull = ET.XMLPullParser(["start", "end", "start-ns", "end-ns", "comment", "pi"])
pull.feed(DOC[:200])
print(len([event for event, _ in pull.read_events()]))
pull.feed(DOC[200:] + "<!--after-->")
pull.close()
print([(event, x if type(x) is not ET.Element else x.text) for event, x in pull.read_events()])
for event, e in list(ET.iterparse(io.BytesIO(b"<a><b>1</b><b>2</b></a>"), ["start", "end"])):
    if event == "end" and e.tag == "b":
        print(event, e.text)
        e.clear()
queue = []
parser = ET.XMLParser()
parser._setevents(queue, ["end"])
parser.feed("<a><b/>")
print(len(queue), attempt(parser._setevents, queue, ["nope"]), attempt(parser._setevents, queue, 5), attempt(parser._setevents, 5))
print(attempt(ET.XMLParser(target=object())._setevents, queue), attempt(parser._setevents, queue, [5]))


class Old(ET.XMLParser):
    def doctype(self, *args):
        print("never")


with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(ET.fromstring("<!DOCTYPE a SYSTEM 'x'><a/>", Old()).tag, bool(root))
print([str(w.message)[:30] for w in caught])
text = "<a>" + "".join(f"<b i='{i}'>&amp;{i}</b>\n" for i in range(100)) + "</a>"
root = ET.parse(io.StringIO(text)).getroot()
print(len(root), root[99].get("i"), root[7].text, root[99].tail, ET.tostring(root, "unicode").replace('"', "'") == text)
ET.indent(ET.ElementTree(root[0]))
print(ET.canonicalize(DOC.replace("&e;", "")))

seen = []
factories = {"comment_factory": lambda text: seen.append(text) or ET.Comment(text),
             "pi_factory": lambda target, text=None: seen.append((target, text)) or ET.PI(target, text)}
print(ET.tostring(ET.fromstring("<a>b<!--not kept--><?order x?>c</a>", ET.XMLParser(target=ET.TreeBuilder(**factories)))),
      seen)
