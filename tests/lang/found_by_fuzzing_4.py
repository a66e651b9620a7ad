# Differences that random calls and programs found, fourth part: characters that Unicode got after 15.1, brackets, names of files.
import _sre
import time
import unicodedata
from collections import OrderedDict


def outcome(f, *args, **kw):
    try:
        return f(*args, **kw)
    except BaseException as e:
        return f"{type(e).__name__}: {e}"


# The ends of some runs of characters that came later, their neighbours, and what changed about others.
CHARS = "\u0557\u0558\u058b\u1c88\u1c89\u1c8a\u209d\u20c0\u20c1\ua7cb\ua7ca\ua7d2\ua7d3\u019b\u0264\u0277\uab4b\u0295\U0001171e\U00010d40\U00012038\u5146\u5793\u2630\U00011383\U0002ebf0\U000323af\U000323b0\u00df\u0130\u1fb3"
questions = ("isalpha", "isalnum", "isdecimal", "isdigit", "isnumeric", "isspace", "isprintable", "isidentifier", "isupper", "islower", "istitle")
conversions = ("upper", "lower", "title", "casefold", "swapcase", "capitalize")
for name in questions:
    print(name, [getattr(c, name)() for c in CHARS].count(True), "".join("01"[getattr(c, name)()] for c in CHARS))
for name in conversions:
    print(name, ascii(getattr(CHARS, name)()), ascii(getattr("a\u03a3\U0001171e\u1c8a\u03a3 \u01c6\u03a3\u0295 \ua7d3b", name)()))
print(repr(CHARS).encode("ascii", "backslashreplace"), outcome(int, "\U00010d41"), outcome(float, "\U00010d41"))
for name in ("category", "bidirectional", "combining", "mirrored", "east_asian_width", "decomposition"):
    print(name, [getattr(unicodedata, name)(c) for c in CHARS], "".join(str(getattr(unicodedata.ucd_3_2_0, name)(c)) for c in CHARS))
print([unicodedata.numeric(c, None) for c in CHARS], unicodedata.name("\u209d", "?"), unicodedata.unidata_version)
for form in ("NFC", "NFD", "NFKC", "NFKD"):
    print(ascii(unicodedata.normalize(form, "e\u0301\u0897\u0327\U00011382\U000113c9\u209da\u0301")), unicodedata.is_normalized(form, "\u209d\u0301"))
for name in ("MODIFIER LETTER SMALL W", "TANGUT IDEOGRAPH-17000", "CUNEIFORM SIGN KALAM", "bullet", "LATIN SUBSCRIPT SMALL LETTER W", "BEL"):
    print(ascii(outcome(unicodedata.lookup, name)), ascii(outcome(unicodedata.ucd_3_2_0.lookup, name)), ascii(outcome(eval, f"'a\\N{{{name}}}'")))
for source in ("\u1c89 = 1", "x\ua7ccy", "'\u1c89' # \u1c89", "'\\N{LATIN SUBSCRIPT SMALL LETTER W}'", "r'\\N{LATIN SUBSCRIPT SMALL LETTER W}'", "f'{a\u209d}'", "\ufeff1", "\ufeff"):
    print(ascii(outcome(eval, source)), type(outcome(compile, source, "f", "exec", 0x400)).__name__)
print([_sre.unicode_iscased(ord(c)) for c in CHARS].count(True), [_sre.unicode_tolower(ord(c)) == ord(c.lower()[0]) for c in CHARS].count(True))

print(compile("# coding: latin-1\n'\xe9'", "f", "eval", 0x400).body.value == "\xe9", ascii(outcome(compile, "'\ud800'", "f", "exec", 0x400)))

# Brackets that are never closed, to which the parser does not come.
for source in (
    "while (\n 1", "pass (\n1", "pass a (", "import (\n1", "from x import 1 (", "global a 1 (", "else (", "1 1 (", "a b(\n1", "x = (\n 1", "x = 5 5 (",
    "a + in x (", "class 1 (", "def (", "x: y: (", "a\npass (", "lambda: (", "if a: pass (", "break (",
    "try (", "== (", "-> (", "x := (", "@ (", "while a b (", "return a b (",
):
    for mode in ("eval", "exec"):
        try:
            compile(source, "f", mode)
        except SyntaxError as e:
            print(mode, ascii(source), e.msg, e.lineno, e.offset, e.end_offset)

# Names of files that are no text.
for name in ("\ud800", "a\udc80", b"\xff.py"):
    code = outcome(compile, "def f(): pass", name, "exec")
    print(ascii(code.co_filename), ascii(repr(code).partition(",")[2]), ascii(outcome(compile, "1 1", name, "eval")))
    print(ascii(code.replace(co_name="\udcff").co_name), code.co_consts[0].co_filename == code.co_filename)


class Path:
    def __fspath__(self):
        return "\udc80'"


space = {}
exec(compile("import sys\nframe = sys._getframe()", Path(), "exec"), space)
print(ascii(repr(space["frame"]).partition(",")[2]), ascii(outcome(compile, "1 1", Path(), "exec", 0x400)), outcome(compile, "1", b"\0", "exec"))

# Arguments, pairs and shifts.
print(outcome(bytearray().__init__, self=255), outcome([].__init__, self=1), outcome(time.strftime, "%Y", None), outcome(time.asctime, None))
for pairs in ([1], ["abc"], [()], [[1]], ["ab", 3], 5, iter([(1, 2), (3,)]), "ab", {1: 2}, [(1, 2)]):
    print(outcome(OrderedDict, pairs), outcome(OrderedDict().update, pairs), outcome(OrderedDict().__ior__, pairs), outcome(dict, pairs))
print(outcome(OrderedDict, 1, 2), outcome(OrderedDict().update, 1, 2), outcome(OrderedDict().__init__, 1, 2))
for n in (2**63, 2**66, 2**67, 2**100):
    print(outcome((2**63).__rlshift__, 4) if n == 2**63 else outcome((-1).__lshift__, n), (0).__lshift__(n))


# The name of a variable of the surrounding function that is not set yet.
def outer():
    def inner():
        return late

    try:
        inner()
    except NameError as e:
        print(e.name, e)
    late = 1


outer()
