"""Strings and bytes taken apart: the ends that are stripped, lines, words, and results that are the very object."""
import sys

text = "".join(map(chr, (97, 98, 99)))
for name, made in {
    "percent": "%s" % text, "percent tuple": "%s" % (text,), "format": "{}".format(text), "f": f"{text}",
    "str": str(text), "slice": text[:], "slice beyond": text[0:100], "strip": text.strip(), "strip set": text.strip("q"),
    "replace": text.replace("q", "z"), "join": "".join([text]), "add": text + "", "mul": text * 1, "rjust": text.rjust(2),
    "split": text.split()[0], "split comma": text.split(",")[0], "rsplit": text.rsplit(",")[0],
    "partition": text.partition(",")[0], "lines": text.splitlines()[0], "prefix": text.removeprefix("q"),
}.items():
    print(name, made is text)
data = bytes((97, 98, 99))
for name, made in {
    "bytes": bytes(data), "strip": data.strip(), "split": data.split()[0], "split comma": data.split(b",")[0],
    "partition": data.partition(b",")[0], "rpartition": data.rpartition(b",")[2], "lines": data.splitlines()[0],
}.items():
    print(name, made is data)


class Text(str):
    def __str__(self):
        return "shown"

    def __format__(self, spec):
        return Text("formatted " + spec)


special = Text("abc")
for made in "%s" % special, "{}".format(special), f"{special}", special.strip(), special.split()[0], special.splitlines()[0]:
    print(type(made).__name__, made)
print("%s" % ("only",), "%s" % [1], "{}".format(3), "{}".format(None))
for wrong in (lambda: "%s" % (), lambda: "%s" % (1, 2), lambda: "{}".format()):
    try:
        wrong()
    except (TypeError, IndexError) as error:
        print(error)

spaces = " \t\n\r\v\f\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2003\u2028\u2029\u202f\u205f\u3000"
for inner in "", "x", "ä", "x y", "\u200b", "\ud800":
    whole = spaces + inner + spaces
    parts = whole.strip(), whole.lstrip(), whole.rstrip(), whole.split(), whole.rsplit(None, 1), whole.split(None, 0)
    print(ascii(parts))
for chars in "x", "xy", "xä", "ä€", "", " ":
    found = [ascii(s.strip(chars) + "|" + s.lstrip(chars) + "|" + s.rstrip(chars)) for s in ("xyxaxyx", "äxbxä", "€ä  ä€", "xx", "")]
    print(found)
for ending in "\n", "\r", "\r\n", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029", "\x1f", "Â", "â", "\n\r":
    lines = "ab" + ending + "c" + ending + ending + "ä" + ending
    print(ascii(lines.splitlines()), ascii(lines.splitlines(True)))
print("".splitlines(), "\n".splitlines(), "a".splitlines(), b"a\r\nb\rc\n\n".splitlines(), b"a\r\nb".splitlines(True))
print(b" a  b ".split(), b" a  b ".rsplit(None, 1), bytearray(b"a,b").split(b","), bytearray(b" a ").strip(), b"a-b-c".rpartition(b"-"))
for text in "plain", "it's", 'say "it\'s"', "tab\tnew\nback\\", "\x00\x7f\x80\xa0\xadäß\u200b€\U0001f600\ud800", "":
    print(ascii(repr(text)), ascii(repr(text.encode("utf-8", "surrogatepass"))), ascii(bytearray(text.encode("utf-8", "surrogatepass"))))
print(sys.intern(text) is sys.intern(""))
