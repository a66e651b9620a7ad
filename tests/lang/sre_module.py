# `_sre` by itself: the words of each pattern are what `re` compiles it to.
import _sre

PATTERNS = [
    ('(\\w+)@(\\w+)\\.com', 32,
     [14, 4, 0, 7, 4294967295, 17, 0, 24, 9, 1, 4294967295, 13, 4, 8, 14, 0, 1, 17, 1, 16, 64, 17, 2, 24, 9, 1, 4294967295, 13, 4, 8, 14, 0, 1, 17, 3, 16, 46, 16, 99, 16, 111, 16, 109, 1],
     2, {}, (None, None, None)),
    ('a|bc*|(?P<x>d)', 32,
     [14, 4, 0, 1, 4294967295, 7, 5, 16, 97, 15, 23, 12, 16, 98, 24, 6, 0, 4294967295, 16, 99, 1, 15, 11, 9, 17, 0, 16, 100, 17, 1, 15, 2, 0, 1],
     1, {'x': 1}, (None, 'x')),
    ('(?:(a)|b)*?c', 32,
     [14, 4, 0, 1, 4294967295, 23, 19, 0, 4294967295, 7, 9, 17, 0, 16, 97, 17, 1, 15, 7, 5, 16, 98, 15, 2, 0, 19, 16, 99, 1],
     1, {}, (None, None)),
    ('[^\\W\\d_]+', 32,
     [14, 4, 0, 1, 4294967295, 24, 14, 1, 4294967295, 13, 9, 21, 8, 15, 8, 10, 16, 95, 0, 1, 1],
     0, {}, (None,)),
    ('x*', 32,
     [14, 4, 0, 0, 4294967295, 24, 6, 0, 4294967295, 16, 120, 1, 1],
     0, {}, (None,)),
    ('é+', 34,
     [14, 4, 0, 1, 4294967295, 24, 6, 1, 4294967295, 40, 233, 1, 1],
     0, {}, (None,)),
    ('^\\s*(\\d+)$', 40,
     [14, 4, 0, 1, 4294967295, 6, 1, 24, 9, 0, 4294967295, 13, 4, 8, 12, 0, 1, 17, 0, 24, 9, 1, 4294967295, 13, 4, 8, 10, 0, 1, 17, 1, 6, 6, 1],
     1, {}, (None, None)),
    ('(.)\\1', 32,
     [14, 4, 0, 2, 2, 17, 0, 2, 17, 1, 11, 0, 1],
     1, {}, (None, None)),
    ('(?<=a)b(?!c)', 32,
     [14, 4, 0, 1, 1, 4, 5, 1, 16, 97, 1, 16, 98, 5, 5, 0, 16, 99, 1, 1],
     0, {}, (None,)),
    ('(?>a+)b|(?:ab){1,2}+', 32,
     [14, 4, 0, 2, 4294967295, 7, 15, 27, 9, 24, 6, 1, 4294967295, 16, 97, 1, 1, 16, 98, 15, 14, 12, 28, 7, 1, 2, 16, 97, 16, 98, 1, 15, 2, 0, 1],
     0, {}, (None,)),
    (b'\\d+|[a-c]', 0,
     [14, 4, 0, 1, 4294967295, 7, 13, 24, 9, 1, 4294967295, 13, 4, 8, 0, 0, 1, 15, 11, 9, 13, 5, 22, 97, 99, 0, 15, 2, 0, 1],
     0, {}, (None,)),
    ('(a)?(?(1)b|c)', 32,
     [14, 4, 0, 1, 2, 23, 9, 0, 1, 17, 0, 16, 97, 17, 1, 18, 12, 0, 6, 16, 98, 15, 3, 16, 99, 1],
     1, {}, (None, None)),
]

SUBJECTS = ["", "joe@example.com, ann@b.com", "abcbcd aab", "É é\u20acéé x", " 12\nx 3\n45", "bc ab abc\n"]

compiled = []
for source, *rest in PATTERNS:
    compiled.append(_sre.compile(source, *rest))

for pattern in compiled:
    print(pattern, pattern.flags, pattern.groups, dict(pattern.groupindex))
    for text in SUBJECTS:
        if isinstance(pattern.pattern, bytes):
            text = text.encode()
        found = pattern.search(text)
        if found is None:
            print("  none in", text)
            continue
        print(" ", found, found.groups("-"), found.regs, found.lastindex, found.lastgroup, found.groupdict())
        print("   ", pattern.findall(text), pattern.split(text, 2), [m.span() for m in pattern.finditer(text)])
        print("   ", pattern.match(text), pattern.fullmatch(text), pattern.search(text, 1, 4))

mail = compiled[0]
m = mail.search("to joe@example.com!", 1, 50)
print(m.group(), m.group(1, 2), m[2], m.start(2), m.end(2), m.span(1), m.pos, m.endpos, m.re is mail, m.string)
for wrong in (3, -1, "x", None, 1.5):
    try:
        m.group(wrong)
    except IndexError as e:
        print("IndexError", e)
print(m.__copy__() is m, m.__deepcopy__({}) is m, bool(m), mail == _sre.compile(*PATTERNS[0]), mail == compiled[1])
print(hash(mail) == hash(_sre.compile(*PATTERNS[0])), mail.__copy__() is mail)


def shout(match):
    return match.group(1).upper() + ("!" if match.group(2) else "")


print(mail.sub(shout, "a@b.com, c@d.com; e"), mail.subn(shout, "a@b.com, c@d.com", 1))
print(compiled[4].sub("-", "abxxd"), compiled[4].subn(lambda m: None, "abxxd"), compiled[10].sub(b"<>", b"1a22z"))
scan = compiled[2].scanner("aabc abc c")
while (m := scan.search()) is not None:
    print(m, m.groups())
print(scan.search(), scan.pattern is compiled[2], compiled[2].scanner("c").match())

for call in (lambda: mail.search(b"x"), lambda: compiled[10].search("x"), lambda: mail.search(5),
             lambda: mail.sub(lambda m: 5, "a@b.com"), lambda: _sre.compile("x", 0, [1, 99], 0, {}, ()),
             lambda: _sre.compile("x", 0, [16], 0, {}, ()), lambda: _sre.compile("x", 0, [17, 5, 1], 0, {}, ()),
             lambda: _sre.template(mail, []), lambda: type(mail)(), lambda: mail.search("", "x")):
    try:
        print(call())
    except (TypeError, RuntimeError) as e:
        print(type(e).__name__, e)

print(_sre.MAGIC, _sre.CODESIZE, _sre.MAXREPEAT, _sre.MAXGROUPS, _sre.getcodesize())
print(_sre.unicode_iscased(0x130), _sre.ascii_iscased(0xE9), _sre.unicode_iscased(0xE9), _sre.ascii_tolower(90), _sre.unicode_tolower(0x130))
print(compiled[1].sub("<>", "abcd" * 3), compiled[9].findall("aab abab"), type(m := mail.match("a@b.com")).__name__, m)
