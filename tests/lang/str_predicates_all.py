"""What every ASCII character and some others are, alone and beside others."""

ASCII = list(map(chr, range(128)))
OTHERS = ["é", "É", "ǅ", "λ", "Λ", "١", "²", "½", "Ⅷ", "中", "\u2003", "\u0301", "\x85", "\xa0", "\ud800", "😀"]
KINDS = [str.isalpha, str.isalnum, str.isdecimal, str.isdigit, str.isnumeric, str.isspace, str.isupper, str.islower,
         str.istitle, str.isprintable, str.isidentifier, str.isascii]


def shown(kind, texts):
    return "".join(map("01".__getitem__, map(int, map(kind, texts))))


for kind in KINDS:
    print(kind.__name__.ljust(13), shown(kind, ASCII))
    print(" " * 13, shown(kind, OTHERS), shown(kind, map("A1".__add__, OTHERS)), shown(kind, map("a".__add__, ASCII)).count("1"))
    print(" " * 13, shown(kind, ["", "ab", "aB", "AB", "Ab", "1a", "a1", "A1", "12", "1 2", " \t", "Ab Cd", "Ab cd", "_a", "É1", "éa"]))
