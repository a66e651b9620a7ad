"""Strings of ASCII letters."""

LEFT = "".join(map(str, range(50)))
RIGHT = "".join(map(str, range(1, 51)))
SAME = "".join(map(str, range(50)))


def concat(rounds):
    for _ in range(rounds):
        a = LEFT + RIGHT
        b = RIGHT + LEFT
        c = a + "x"
        d = "y" + b
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


def compare_interned(rounds):
    s, t = "constant", "constant"
    for _ in range(rounds):
        a = s == t
        b = s != t
        c = s is t
        d = s <= t
        a = s == t
        b = s > t
        c = s == t
        d = s >= t
    return (a, b, c, d)


def create_with_concat(rounds):
    for _ in range(rounds):
        s = "om"
        s = s + "xbx"
        s = s + "xcx"
        s = s + "xdx"
        s += "xex"
        s += "xfx"
        s = "a" + s + "b"
        s = s + "xgx" + "xhx"
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
    s, t = "abcdefgh ijklmno pqrst", "ABCDEFGH IJKLMNO PQRST"
    for _ in range(rounds):
        a = s.upper()
        b = t.lower()
        c = s.title()
        d = s.swapcase()
        e = s.replace("ijk", "xyz")
        f = s.center(40)
        a = s.split()
        b = " ".join(a)
    return (a, b, c, d, e, f)


def predicates(rounds):
    all_of_them = ("", "ABC", "abc", "123", "A1b2", "  ", "Title Case")
    count = 0
    for _ in range(rounds):
        for s in all_of_them:
            count += s.isalnum()
            count += s.isalpha()
            count += s.isdigit()
            count += s.islower()
            count += s.isspace()
            count += s.istitle()
            count += s.isupper()
    return count


TESTS = [
    ("ConcatStrings", 150000, concat, (181, '0y', 182, 182)),
    ("CompareStrings", 310000, compare, (True, True, False, True, True, True)),
    ("CompareInternedStrings", 550000, compare_interned, (True, False, True, True)),
    ("CreateStringsWithConcat", 150000, create_with_concat, 'aomxbxxcxxdxxexxfxbxgxxhx'),
    ("StringSlicing", 120000, slicing, ('5', 88, 50, '9', 45, '40414243444546474849')),
    ("StringMappings", 58000, mappings, (['abcdefgh', 'ijklmno', 'pqrst'], 'abcdefgh ijklmno pqrst', 'Abcdefgh Ijklmno Pqrst', 'ABCDEFGH IJKLMNO PQRST', 'abcdefgh xyzlmno pqrst', '         abcdefgh ijklmno pqrst         ')),
    ("StringPredicates", 21000, predicates, 11),
]
