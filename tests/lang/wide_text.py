"""Texts of characters of all widths: cases, slices with steps, words, padding, replacing, order."""
TEXTS = [
    "ΑΣ ΣΑΣ Σ.Σ ΑΣ\u0301 ΑΣ\u0301Α Σ",
    "straße ŉ ǆ ǅ Ǆ ﬁ İı ᾳ ᾼ \u0345Σ\u0345 aΣ\u00adb",
    "aé€😀z" * 9,
    "日本語テキスト",
    "x\ud800y\udfffÄ\ud83d",
    "ԱԲ աբ և Ⴀ ა Ა ꭰ Ꭰ 𐐀𐐨 𝐀 ⓐⒶ ⅰⅠ",
    "é",
]
CONVERSIONS = [str.upper, str.lower, str.title, str.swapcase, str.capitalize, str.casefold]
QUESTIONS = [str.isalpha, str.isalnum, str.isdecimal, str.isdigit, str.isnumeric, str.isspace, str.isprintable,
             str.islower, str.isupper, str.istitle]
for conversion in CONVERSIONS:
    print(conversion.__name__, list(map(ascii, map(conversion, TEXTS))))
CHARACTERS = list(map(chr, range(0, 0x12000, 397)))
for question in QUESTIONS:
    print(question.__name__, list(map(question, TEXTS)), sum(map(question, CHARACTERS)))

STARTS = [None, -70, -9, -3, 0, 1, 5, 64, 70]
STEPS = [None, 1, 2, 3, 8, 9, -1, -2]
SLICES = [slice(start, stop, step) for start in STARTS[::2] for stop in STARTS for step in STEPS]


def check(text):
    letters = list(text)
    parts = list(map(text.__getitem__, SLICES))
    assert parts == list(map("".join, map(letters.__getitem__, SLICES)))
    assert list(map(len, parts)) == list(map(len, map(letters.__getitem__, SLICES)))
    assert list(map(text.__getitem__, range(-len(text), len(text)))) == letters * 2
    return sum(map(len, parts)), ascii(text[1:-1][:3] + text[-2:] + text[3:5] + text[-9:-7])


for text in ["α" * 66, "abc日本" * 14, "😀🐍é" * 11, "a\ud800" * 30 + "z", "αβ日😀x" * 3 + "ascii" * 7, TEXTS[1]]:
    print(*check(text))

for space in "\x1c", "\x1f", "\x85", "\xa0", "\u1680", "\u2003", "\u2028", "\u202f", "\u205f", "\u3000":
    text = f"{space}α{space}{space}b😀 日{space}"
    print(ascii(text.split()), ascii(text.split(None, 1)), ascii(text.split(None, 0)), ascii(text.rsplit(None, 1)))
print(ascii("‐–\u200b\u2060\ufeff\u180e\u00ad ã â".split()), "\u2003 \u3000".split(), "\ud800 \udc00".split())

for fill in "*", "é", "😀", "\ud800":
    print(*[ascii(text.center(5, fill) + text.ljust(3, fill) + text.rjust(4, fill)) for text in ("", "a", "日😀\ud800")])

for text in "αβαβα", "αβ" * 40 + "γ", "a" * 63, "a" * 64, "aé" * 22:
    print(*[(text.count(old), len(text.replace(old, "→", 2)), len(text.replace(old, "")), len(text.replace(old, "a long one")),
             len(text.split(old, 3))) for old in ("α", "βα", "aa", "é", "γ")])

AGAIN = [text[:2] + text[2:] for text in TEXTS]
for text, other in zip(TEXTS + TEXTS, AGAIN + AGAIN[1:] + AGAIN):
    print(text < other, text <= other, text == other, text != other, text >= other, text > other, end="; ")
print()
for length in 0, 1, 2, 3, 6, 7, 8, 14, 15, 16, 17, 30, 31, 32, 33:
    text = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ"[:length] + "é"
    text += "x"
    print((text + "b")[:-1] == text, ("bc" + text)[2:] == text, len(text + text), (text + text)[-3:], end=" ")
print()
