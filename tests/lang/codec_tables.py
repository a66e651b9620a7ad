# Codecs with a table: all of it, what is not in it, and tables of the program's own.
import codecs

TABLES = ["cp1252", "cp437", "koi8_r", "iso8859_2", "iso8859_15", "mac_roman", "cp1253", "cp037"]


def show(name, work):
    try:
        print(name, ascii(work()))
    except (UnicodeError, TypeError, LookupError) as error:
        print(name, type(error).__name__, error)


for name in TABLES:
    text = bytes(range(256)).decode(name, "replace")
    print(name, text.encode("unicode_escape")[-60:], text.encode(name, "ignore") == bytes(range(256)))
    known = text.replace("\ufffd", "")
    print(len(known), known.encode(name).decode(name) == known)

text = "na\u00efve caf\u00e9 \u20ac \u4e2d\u6587 end \U0001f600\U0001f601!"
for errors in "strict", "ignore", "replace", "backslashreplace", "xmlcharrefreplace", "namereplace", "nothing":
    show(errors, lambda: text.encode("cp1252", errors))
    show(errors, lambda: b"ab\x81\x8dcd\x90".decode("cp1252", errors))
show("surrogate", lambda: "a\udc81b".encode("cp1252", "surrogateescape"))
show("surrogate", lambda: b"a\x81b".decode("cp1252", "surrogateescape"))


def twice(error):
    if isinstance(error, UnicodeEncodeError):
        return "<>", error.end
    return "?!", error.end


def again(error):
    return "\u20ac", error.start + 1


codecs.register_error("twice", twice)
codecs.register_error("again", again)
show("twice", lambda: text.encode("cp1252", "twice"))
show("twice", lambda: b"ab\x81\x8dcd".decode("cp1252", "twice"))
show("again", lambda: text.encode("cp1252", "again"))
show("again", lambda: text.encode("koi8_r", "again"))

for mapping in {97: 98, 98: b"xyz", 99: None}, {97: 300}, {97: "x"}, {}, "bcd", {97: True}:
    for given in "a", "ab", "aabbc", "d":
        show(mapping, lambda: codecs.charmap_encode(given, "strict", mapping))
for mapping in {0: "A", 1: 98, 2: None, 3: "\ufffe"}, "xyz\ufffe", {0: -1}, {0: "long"}, "", "\U0001f600b\u00e9":
    for given in b"\0", b"\0\1", b"\1\2\3", b"\3":
        show(mapping, lambda: codecs.charmap_decode(given, "replace", mapping))
show("no mapping", lambda: codecs.charmap_decode(b"\xe9\xff"))
show("memory", lambda: codecs.charmap_decode(memoryview(b"\0\1"), "strict", "xy"))

big = text.replace("\u4e2d\u6587", "").replace("\U0001f600\U0001f601", "") * 500
print(len(big.encode("cp1252")), big.encode("cp1252").decode("cp1252") == big)
number = 7 ** 300
print(hex(number), oct(-number)[:40], bin(1 << 64), hex(1 << 64), oct(1 << 64), oct((1 << 66) - 1), hex(-(1 << 128) + 1))
print(all(int(f(sign * (number >> shift)), 0) == sign * (number >> shift)
          for f in (bin, oct, hex) for sign in (1, -1) for shift in range(0, 800, 97)))
