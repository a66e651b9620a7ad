import unicodedata as u

for c in "aAé٣½²Ⅷ中가\u0301\u200b☃(\n\0\ud800אﬁ\U0001f600":
    print(ascii(c), u.category(c), u.bidirectional(c), u.combining(c), u.mirrored(c), u.east_asian_width(c), u.decomposition(c))
    print(u.name(c, None), u.decimal(c, -1), u.digit(c, -1), u.numeric(c, None))
text = "ﬁ é e\u0301 \u1e9b\u0323 각 Å"
for form in ("NFC", "NFD", "NFKC", "NFKD"):
    made = u.normalize(form, text)
    print(form, ascii(made), u.is_normalized(form, text), u.is_normalized(form, made), u.normalize(form, "plain") == "plain")
for name in ("SNOWMAN", "LATIN SMALL LETTER E WITH ACUTE", "HANGUL SYLLABLE GA", "CJK UNIFIED IDEOGRAPH-4E00", "no such", "x" * 300):
    try:
        print(u.lookup(name))
    except KeyError as e:
        print(e)
for f, *args in ((u.category, "ab"), (u.category, 5), (u.name, ""), (u.name, "\0"), (u.decimal, "½"), (u.digit, "x"), (u.numeric, "x"),
                 (u.normalize, "NFX", "a"), (u.normalize, "NFC", 5)):
    try:
        print(f(*args))
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
print(u.ucd_3_2_0.unidata_version, u.ucd_3_2_0.category("a"), u.ucd_3_2_0.name("☃"))
