import re

text = "The quick brown fox, joe@example.com; x = 42, été 2024-11-21\nSecond line: ann@b.org"
print(re.findall(r"\w+@(\w+)\.(\w+)", text), re.search(r"(?P<y>\d{4})-(?P<m>\d\d)", text).groupdict())
print(re.sub(r"(\w+)@(\w+)", r"\2 at \g<1>", text), re.subn("[aeiou]", "*", "education", count=3))
print(re.sub(r"\d+", lambda m: str(int(m[0]) + 1), text), re.split(r"[,;:]\s*", text, maxsplit=2), re.split("(-)", "a-b-c"))
print([m.span() for m in re.finditer(r"\b\w", "ab cd é")], re.findall("(?i)THE|LINE", text), re.findall("^.", text, re.M))
print(re.compile("a.c", re.S | re.X), re.compile(r"é", re.I).findall("éÉ"), re.fullmatch("(a|b)*", "abba").groups())
print(re.escape("a.b*c [x]"), re.compile(b"x+").sub(b"-", b"axxb"), re.match("(?:(a)|b)(?(1)c|d)", "ac").group())
m = re.match(r"(?P<first>\w+) (?P<second>\w+)", "hello world")
print(m, m.expand(r"\2 \g<first>"), m["first"], m.lastgroup, m.regs, m.start("second"), m.groups(), m.re.groupindex)
for pattern in ("(", "a**", "(?P<n>a)(?P<n>b)", "[z-a]", "(?<=a+)b", r"\1", "(?P=x)", "*", "a{2,1}", "(?i)(?z)"):
    try:
        re.compile(pattern)
    except re.error as e:
        print(pattern, "->", e, e.pos)
for template in (r"\2", r"\g<x>", r"\g<", r"\q"):
    try:
        re.sub("(a)", template, "a")
    except (re.error, IndexError) as e:
        print(template, "->", type(e).__name__, e)
try:
    re.sub("a", "b", b"a")
except TypeError as e:
    print(e)

tokens = re.compile(r"(?P<number>\d+(?:\.\d*)?)|(?P<name>[A-Za-z_]\w*)|(?P<space>\s+)|(?P<op>[-+*/=()])")
print([(m.lastgroup, m.group()) for m in tokens.finditer("x = 3.14*(y2+10)") if m.lastgroup != "space"])
scanner = re.Scanner([(r"\d+", lambda s, t: int(t)), (r"[a-z]+", lambda s, t: t), (r"\s+", None)])
print(scanner.scan("12 ab 3 !"))
print(re.compile("x") == re.compile("x"), re.compile("x") is re.compile("x"), hash(re.compile("x")) == hash(re.compile("x")), re.compile("x") == re.compile("x", re.I))
