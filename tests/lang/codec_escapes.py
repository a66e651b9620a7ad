# Escapes, UTF-7, UTF-16 and UTF-32: there and back, what is wrong, and what is incomplete.
import _codecs
import codecs
import warnings

TEXT = "a\\b\t\r\n\x00\x7f\xe9\u20ac\U0001f600\ud800+-~!"
HANDLERS = ("strict", "replace", "backslashreplace", "surrogateescape", "namereplace")
WIDE = ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be")


def shown(call, *args):
    try:
        return ascii(call(*args))
    except Exception as e:
        return f"{type(e).__name__} {e} {getattr(e, 'start', None)} {getattr(e, 'end', '')} {getattr(e, '__notes__', '')}"


for encoding in ("unicode_escape", "raw_unicode_escape", "utf-7"):
    made = TEXT.encode(encoding)
    print(encoding, made, made.decode(encoding) == TEXT)
for encoding in WIDE:
    made = TEXT.encode(encoding, "surrogatepass")
    print(encoding, made, shown(made.decode, encoding), made.decode(encoding, "surrogatepass") == TEXT)
    print([shown(TEXT.encode, encoding, handler) for handler in HANDLERS])

ESCAPES = (b"\\", b"\\x4g", b"\\u12", b"\\U00110000", b"\\U0001f60", b"\\N", b"\\N{", b"\\N{}", b"\\N{nothing}",
           b"\\N{BULLET}", b"\\N{digit one}\\7\\12\\0777", b"\\N\xe9", b"\xe9\\\n\\'\\\"\\a\\b\\f\\v", b"\\uD800\\udc00")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    for data in ESCAPES:
        for decode in (_codecs.unicode_escape_decode, _codecs.raw_unicode_escape_decode):
            print(data, shown(decode, data), shown(decode, data, "replace", False))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(_codecs.unicode_escape_decode(b"\\d\\e"))
    print(_codecs.unicode_escape_decode("\\\xe9"))
    print(b"\\777\\8".decode("unicode_escape"))
    print(_codecs.unicode_escape_decode(b"\\8\\x", "ignore"), _codecs.unicode_escape_decode(b"\\9\\x", None, False))
    print(codecs.escape_decode(b"\\8"))
for warning in caught:
    print(warning.category.__name__, warning.message, warning.lineno)

SHIFTED = (b"+", b"+-", b"+AOk-x", b"+AOkx", b"+AOk.", b"+2D3eAA-", b"+2D0-", b"+2D0", b"+AOl-", b"+A-", b"\xff", b"+\xff",
           b"a+~b", b"+2D0\xff", b"+AAA")
for data in SHIFTED:
    print(data, [shown(data.decode, "utf-7", handler) for handler in HANDLERS[:3]],
          shown(_codecs.utf_7_decode, data))

UNITS = (b"", b"\xff", b"\xff\xfe", b"\xfe\xff\0a", b"a\0b", b"\0\xd8", b"\0\xd8a\0", b"\0\xdc", b"\x3d\xd8\x00\xde",
         b"\xff\xfe\0\0a\0\0\0", b"\0\0\xfe\xff\0\0\0a", b"\0\xd8\0\0", b"\0\0\x11\0", b"abcde")
for data in UNITS:
    print(data, [shown(data.decode, encoding, "replace") for encoding in WIDE])
    print([shown(decode, data) for decode in (_codecs.utf_16_decode, _codecs.utf_16_ex_decode,
                                                      _codecs.utf_32_decode, _codecs.utf_32_ex_decode)])
print(_codecs.utf_16_ex_decode(b"\0a\xd8", None, 1), _codecs.utf_16_ex_decode(b"a\0\0", None, -1))
print(shown(_codecs.utf_16_ex_decode, b"\0", "strict", 1, True), _codecs.utf_16_encode("a", None, 1))
print(shown(_codecs.utf_32_encode, b"a"), shown(_codecs.utf_8_decode, "a"))
print(shown(_codecs.utf_8_encode, "a", 1), shown(_codecs.ascii_decode, b"a", "a\0b"))

for encoding in ("utf-8", "utf-16", "utf-7", "unicode_escape"):
    data = "é+€😀\\".encode(encoding, "replace")
    decoder = codecs.getincrementaldecoder(encoding)()
    print(encoding, ascii([decoder.decode(data[at:at + 1], at == len(data) - 1) for at in range(len(data))]))
print(ascii(bytes(range(256)).decode("latin-1")), "ÀÉÿ".encode("latin-1"))
for text in ("ŜERCO straße ΣΊΣΥΦΟΣ ΑΣ ǆ ﬁ", "İıſ\u0149\u1e9e\ud800\U00010400", "ΐ\u0390\u1f80"):
    print(ascii([text.upper(), text.lower(), text.casefold(), text.title(), text.swapcase(), text.capitalize()]))
