# Elements of xml.etree.ElementTree: attributes, children, slices, searching, iterators, copies, pickles, subclasses.
import copy
import pickle
import warnings
import weakref
from xml.etree import ElementTree as ET

warnings.simplefilter("ignore", DeprecationWarning)


def attempt(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def shown(e):
    return ET.tostring(e, "unicode")


root = ET.Element("root", {"a": "1"}, b="2")
root.text = "head"
first = ET.SubElement(root, "x", n="1")
second = ET.SubElement(root, "y")
second.tail = "behind"
second.text = "in"
third = ET.SubElement(second, "x", {"n": "2"})
third.tail = "!"
print(shown(root), len(root), bool(root), bool(third), repr(root)[:19])

# Attributes.
root.set("c", "3")
root.attrib["d"] = "4"
print(root.get("a"), root.get("zz"), root.get("zz", 0), root.keys(), root.items())
first.attrib = {"new": "dict"}
print(first.attrib, third.attrib, attempt(setattr, first, "attrib", 5), attempt(delattr, first, "text"))
print(attempt(getattr, first, "foo"), attempt(setattr, first, "foo", 1))
print(attempt(ET.Element), attempt(ET.Element, "a", 5), attempt(ET.Element, "a", attrib=5), attempt(ET.Element, 1, {}, 2))
print(attempt(ET.SubElement, root), attempt(ET.SubElement, 5, "a"), attempt(root.set, [], 1), attempt(root.get, []))

# Children.
extra = [ET.Element("e%d" % i) for i in range(4)]
root.append(extra[0])
root.insert(0, extra[1])
root.insert(-1, extra[2])
root.extend(extra[3:] + [extra[0]])
print([e.tag for e in root], first in root, 5 in root, root[1].tag, root[-1].tag)
root.remove(extra[0])
print([e.tag for e in root], [e.tag for e in reversed(root)], [e.tag for e in root[1:4]], [e.tag for e in root[::-2]])
root[0] = ET.Element("set")
root[1:2] = [ET.Element("s1"), ET.Element("s2")]
print([e.tag for e in root])
root[::3] = [ET.Element("t%d" % i) for i in range(3)]
del root[-1]
del root[1:3]
print([e.tag for e in root])
for wrong in (lambda: root[9], lambda: root["x"], lambda: root.append(5), lambda: root.extend([5]),
              lambda: root.extend(5), lambda: root.insert("a", first), lambda: root.remove(first),
              lambda: root.__setitem__(9, first), lambda: root.__setitem__(0, 5), lambda: root.__delitem__(9),
              lambda: root.__setitem__(slice(0, 2, 2), []), lambda: root.__setitem__(slice(0, 1), 5)):
    print(attempt(wrong))

# Searching.
tree = ET.fromstring("<r><a k='1'>one<b>two</b>t</a><c><a>three</a><a k='2'/></c><n:a xmlns:n='u'>four</n:a></r>")
print(tree.find("a").text, tree.find("zz"), tree.findtext("a"), tree.findtext("zz", "none"), tree.findtext("c"))
for path in ("a", "*", "c/a", ".//a", ".//*", "c//a", "./c/a", "{u}a", "{*}a", ".//a[@k]", "a/b/", ".//c/..", "c/a[2]"):
    for _ in range(2):
        found = tree.findall(path)
    print(path, [e.tag for e in found], [e.tag for e in tree.iterfind(path)] == [e.tag for e in found],
          tree.find(path) is (found or [None])[0], repr(tree.findtext(path)))
print(len(tree.findall("p:a", {"p": "u"})), attempt(tree.find, "/a"), attempt(tree.find, 5), attempt(tree.findall, "a["), attempt(tree.find, "q:a"))

# Iterators.
print([e.tag for e in tree.iter()], len(list(tree.iter("a"))), len(list(tree.iter("*"))), list(tree.itertext()))
it = tree.iter()
print(next(it).tag, next(it).tag, type(it).__name__, type(iter(tree)).__name__, iter(tree).__length_hint__())
next(it).append(ET.Element("late"))
print([e.tag for e in it], attempt(next, it))
for child in tree:
    if child.tag == "c":
        tree.remove(child)
    child.text = "seen"
print(shown(tree))

# Copies and pickles.
other = copy.copy(tree)
deep = copy.deepcopy(tree)
other[0].text = "shared"
other.append(ET.Element("own"))
print(other.attrib is tree.attrib, tree[0].text, deep[0].text, len(tree), len(other), type(deep).__name__)
again = pickle.loads(pickle.dumps(tree))
print(shown(again) == shown(tree), sorted(tree.__getstate__()))
print(attempt(again.__setstate__, {"tag": "q", "_children": [first], "attrib": {"b": "c"}, "text": "r"}), shown(again))
for state in ({}, 5, {"tag": 1, "_children": [5]}, {"tag": 1, "_children": 5}, {"tag": 1, "foo": 2}):
    print(attempt(again.__setstate__, state))


# Subclasses and references.
class Mine(ET.Element):
    def __init__(self, tag, *args, **kwargs):
        super().__init__(tag, *args, **kwargs)
        self.extra = "own"

    def find(self, path, namespaces=None):
        return ("mine", super().find(path, namespaces))


mine = Mine("m", {"q": "1"}, r="2")
mine.text, mine.tail = "text", "tail"
inner = ET.SubElement(mine, "inner")
root.append(mine)
print(type(inner).__name__, mine.find("inner")[0], mine.extra, shown(mine), root[-1] is mine, [e.tag for e in mine.iter()])
print(root.findtext("m"), root.find("m") is mine, type(mine.makeelement("z", {})).__name__, mine in root)
mine.tag = "changed"
del mine[0]
mine.clear()
print(shown(root), mine.extra, mine.attrib)
ref = weakref.ref(mine)
print(ref() is mine, attempt(setattr, mine, "attrib", None))
