"""Strings of letters beyond ASCII, and what the database of characters says of them."""
from unicodedata import bidirectional, category, combining, decimal, mirrored, numeric

LEFT = "".join(chr(0x3B1 + i % 24) for i in range(90))
RIGHT = "".join(chr(0x430 + i % 32) for i in range(91))
SAME = "".join(chr(0x3B1 + i % 24) for i in range(90))


def concat(rounds):
    for _ in range(rounds):
        a = LEFT + RIGHT
        b = RIGHT + LEFT
        c = a + "\u20ac"
        d = "\U0001F40D" + b
        a = LEFT + RIGHT
        b = c[:1] + d[:1]
    return (len(a), b, len(c), len(d))


def compare(rounds):
    for _ in range(rounds):
        a = LEFT < RIGHT
        b = LEFT > RIGHT
        c = LEFT == RIGHT
        d = LEFT != RIGHT
        e = LEFT == SAME
        f = LEFT <= SAME
        a = RIGHT > SAME
        b = LEFT >= SAME
    return (a, b, c, d, e, f)


def create_with_concat(rounds):
    for _ in range(rounds):
        s = "\u03c9"
        s = s + "\u03b1\u03b2\u03b3"
        s = s + "xcx"
        s = s + "\u0434\u0435"
        s += "xex"
        s += "\u20ac"
        s = "a" + s + "b"
        s = s + "\u4e2d\u6587" + "xhx"
    return s


def slicing(rounds):
    s = LEFT
    for _ in range(rounds):
        a = s[50:]
        b = s[:25]
        c = s[10:60]
        d = s[-1]
        e = s[::2]
        f = s[-20:]
        a = s[5]
        b = s[1:-1]
    return (a, len(b), len(c), d, len(e), f)


def mappings(rounds):
    s, t = LEFT[:24], RIGHT[:24].upper()
    for _ in range(rounds):
        a = s.upper()
        b = t.lower()
        c = s.title()
        d = s.swapcase()
        e = s.replace("\u03b1", "\u03c9")
        f = s.center(40)
        a = (s + " " + t).split()
        b = "\u2014".join(a)
    return (a, b, c, d, e, f)


def predicates(rounds):
    all_of_them = ("\u0391\u0392", "\u03b1\u03b2", "\u0661\u0662", "\u0430\u0031", "\u2003\u2003", "\u0410\u0431", "\u4e2d")
    count = 0
    for _ in range(rounds):
        for s in all_of_them:
            count += s.isalnum()
            count += s.isalpha()
            count += s.isdecimal()
            count += s.isdigit()
            count += s.islower()
            count += s.isnumeric()
            count += s.isspace()
            count += s.istitle()
            count += s.isupper()
    return count


def properties(rounds):
    letters = "a\u03b1\u0661\u0301\u05d0("
    for _ in range(rounds):
        for c in letters:
            a = category(c)
            b = bidirectional(c)
            d = decimal(c, -1)
            n = numeric(c, -1.0)
            k = combining(c)
            m = mirrored(c)
    return (a, b, d, n, k, m)


TESTS = [
    ("ConcatUnicode", 110000, concat, (181, '\u03b1\U0001f40d', 182, 182)),
    ("CompareUnicode", 220000, compare, (True, True, False, True, True, True)),
    ("CreateUnicodeWithConcat", 140000, create_with_concat, 'a\u03c9\u03b1\u03b2\u03b3xcx\u0434\u0435xex\u20acb\u4e2d\u6587xhx'),
    ("UnicodeSlicing", 95000, slicing, ('\u03b6', 88, 50, '\u03c2', 45, '\u03c7\u03c8\u03b1\u03b2\u03b3\u03b4\u03b5\u03b6\u03b7\u03b8\u03b9\u03ba\u03bb\u03bc\u03bd\u03be\u03bf\u03c0\u03c1\u03c2')),
    ("UnicodeMappings", 34000, mappings, (['\u03b1\u03b2\u03b3\u03b4\u03b5\u03b6\u03b7\u03b8\u03b9\u03ba\u03bb\u03bc\u03bd\u03be\u03bf\u03c0\u03c1\u03c2\u03c3\u03c4\u03c5\u03c6\u03c7\u03c8', '\u0410\u0411\u0412\u0413\u0414\u0415\u0416\u0417\u0418\u0419\u041a\u041b\u041c\u041d\u041e\u041f\u0420\u0421\u0422\u0423\u0424\u0425\u0426\u0427'], '\u03b1\u03b2\u03b3\u03b4\u03b5\u03b6\u03b7\u03b8\u03b9\u03ba\u03bb\u03bc\u03bd\u03be\u03bf\u03c0\u03c1\u03c2\u03c3\u03c4\u03c5\u03c6\u03c7\u03c8\u2014\u0410\u0411\u0412\u0413\u0414\u0415\u0416\u0417\u0418\u0419\u041a\u041b\u041c\u041d\u041e\u041f\u0420\u0421\u0422\u0423\u0424\u0425\u0426\u0427', '\u0391\u03b2\u03b3\u03b4\u03b5\u03b6\u03b7\u03b8\u03b9\u03ba\u03bb\u03bc\u03bd\u03be\u03bf\u03c0\u03c1\u03c2\u03c3\u03c4\u03c5\u03c6\u03c7\u03c8', '\u0391\u0392\u0393\u0394\u0395\u0396\u0397\u0398\u0399\u039a\u039b\u039c\u039d\u039e\u039f\u03a0\u03a1\u03a3\u03a3\u03a4\u03a5\u03a6\u03a7\u03a8', '\u03c9\u03b2\u03b3\u03b4\u03b5\u03b6\u03b7\u03b8\u03b9\u03ba\u03bb\u03bc\u03bd\u03be\u03bf\u03c0\u03c1\u03c2\u03c3\u03c4\u03c5\u03c6\u03c7\u03c8', '        \u03b1\u03b2\u03b3\u03b4\u03b5\u03b6\u03b7\u03b8\u03b9\u03ba\u03bb\u03bc\u03bd\u03be\u03bf\u03c0\u03c1\u03c2\u03c3\u03c4\u03c5\u03c6\u03c7\u03c8        ')),
    ("UnicodePredicates", 21000, predicates, 18),
    ("UnicodeProperties", 48000, properties, ('Ps', 'ON', -1, -1.0, 0, 1)),
]
