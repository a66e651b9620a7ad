"""The common string methods."""

s = "  The quick Brown fox  "
print(repr(s.strip()), repr(s.lstrip()), repr(s.rstrip()), s.split(), "xxaxx".strip("x"))
print("a,b,,c".split(","), "a,b,c".split(",", 1), "a b c".rsplit(" ", 1), "a\nb\r\nc".splitlines(), "".split(), "".split(","))
print("-".join(["a", "b"]), ",".join("xyz"), "".join([]))
print("Hello".upper(), "Hello".lower(), "hello world".title(), "hELLO".capitalize(), "aBc".swapcase())
print("banana".find("na"), "banana".rfind("na"), "banana".find("x"), "banana".index("n"), "banana".count("a"))
print("banana".replace("na", "NA"), "banana".replace("a", "", 2), "abc".startswith("ab"), "abc".endswith(("x", "c")))
print("7".zfill(3), "-7".zfill(4), "ab".ljust(5, "."), "ab".rjust(5), "ab".center(6, "*"))
print("abc".isalpha(), "a1".isalnum(), "12".isdigit(), " ".isspace(), "Ab".islower(), "AB".isupper(), "a_1".isidentifier())
print("key=value=x".partition("="), "key=value=x".rpartition("="), "none".partition("="))
print("ab" * 3, "a" + "b", "b" in "abc", "x" not in "abc", len("héllo"), "a" < "b" < "ba", "abc"[1])
print(ord("a"), chr(98), "é".encode(), b"\xc3\xa9".decode(), repr("tab\t quote' \"\n \\ \x00 é \U0001f600"))
print("removeprefix".removeprefix("remove"), "file.py".removesuffix(".py"), "a\tb".expandtabs(4))
print("hello".translate(str.maketrans("el", "ip")), "hello".translate({ord("h"): None}), "straße".casefold())
print(str(5) + str(None) + str(2.0), repr("it's"), repr('say "hi"'), ascii("é"), "a" "b" 'c')
print(sorted("hello"), list(enumerate("ab")), "".join(reversed("abc")), max("hello"), set("aaa"))
print(r"raw\n", "multi\
line", """three
lines""".count("\n"), "\x41\u0042\N{BULLET}")
for action in (lambda: "abc".index("z"), lambda: "a" + 1, lambda: "a" * "b", lambda: int("4.5"), lambda: float("x"),
               lambda: chr(-1), lambda: "é".encode("ascii"), lambda: b"\xff".decode(), lambda: "a".split("")):
    try:
        action()
    except Exception as e:
        print(type(e).__name__, e)
words = "the cat the dog".split()
print({w: words.count(w) for w in words})
print("caesar: " + "".join(chr((ord(c) - 97 + 3) % 26 + 97) if c.isalpha() else c for c in "xyz abc"))
