# Characters that an encoding has not are handled in runs, and one exception serves all calls of a handler.
import codecs

HANDLERS = ("strict", "replace", "xmlcharrefreplace", "namereplace", "surrogateescape", "surrogatepass")
TEXTS = ("Ĉu vi ŝatas naïve café? 日本語 ok", "\udc80\udcff", "a\udc81é\ud800\U0001f600", "日本\x00語\uffff\U0010ffff")


def shown(call, *args):
    try:
        return ascii(call(*args))
    except Exception as e:
        return f"{type(e).__name__} {e} {getattr(e, 'start', None)} {getattr(e, 'end', '')} {getattr(e, '__notes__', '')}"


for encoding, text in (("cp1252", 0), ("cp1252", 1), ("cp037", 3), ("ascii", 0), ("ascii", 1),
                       ("latin-1", 2), ("utf-8", 1), ("utf-8-sig", 2), ("utf-16", 2)):
    print(encoding, [shown(TEXTS[text].encode, encoding, handler) for handler in HANDLERS])

for encoding in ("cp1252", "utf-8-sig", "ascii"):
    print(encoding, [shown(b"a\x81\x9d\xffb\xe2\x82".decode, encoding, handler) for handler in HANDLERS])

calls = []


def noting(replacement, ahead=0):
    return lambda e: (calls.append((e.encoding, e.start, e.end, e.reason, id(e))), (replacement, e.end + ahead))[1]


def shown_calls():
    noted = [call[:4] for call in calls], len({call[4] for call in calls})
    calls.clear()
    return noted


codecs.register_error("runs.text", noting("?"))
codecs.register_error("runs.bytes", noting(b"<>"))
codecs.register_error("runs.none", noting("日"))
codecs.register_error("runs.back", noting("", -2))
codecs.register_error("runs.wrong", lambda exc: "?")
codecs.register_error("runs.beyond", lambda exc: ("?", 1000))
for encoding in ("cp1252", "ascii", "utf-16", "utf-8"):
    for handler in ("runs.text", "runs.bytes", "runs.none", "runs.wrong", "runs.beyond", "runs.unknown"):
        print(encoding, handler, shown("日本a\ud800\ud801bé\udc80".encode, encoding, handler), shown_calls())
for encoding in ("cp1252", "ascii", "utf-8", "utf-16-le", "utf-32", "utf-7", "unicode_escape"):
    data = b"\xff\xfe\0\xd8a\0\\x4\x81\x90\\u12 +Z"
    print(encoding, shown(data.decode, encoding, "runs.text"), shown_calls())

# A long text, with a handler that goes back, too.
long = TEXTS[0] * 6
codecs.register_error("runs.long", lambda exc: (f"[{exc.end - exc.start}]", exc.end))
for encoding in ("iso8859-2", "utf-8", "ascii"):
    for handler in ("replace", "namereplace", "runs.long"):
        made = long.encode(encoding, handler)
        print(encoding, handler, len(made), made[-40:])


class Missing(dict):
    def __missing__(self, key):
        if key > 1000:
            raise LookupError(key)
        return b"<%d>" % key


several = {97: 65, 98: None, 63: b"??", 0x65E5: b"sun"}
wrong = {97: 256, 98: "b"}
missing = Missing({97: 1})
built = codecs.charmap_build("ab?日")
tables = (several, wrong, missing, built)
for table in tables:
    for handler in ("strict", "replace", "runs.text", "xmlcharrefreplace"):
        print(handler, [shown(codecs.charmap_encode, text, handler, table) for text in ("aab", "a日本b")])
numbers = {0: "zero", 1: 0x65E5, 2: None, 3: 0xFFFE, 4: "\ufffe"}
beyond = {0: 1.5, 1: 0x110000}
empty = Missing()
for table in ("ab\ufffe日", numbers, beyond, empty):
    for handler in ("strict", "replace", "runs.text"):
        print(handler, shown(codecs.charmap_decode, b"\0\1\2\3\4", handler, table))
print(codecs.charmap_encode("é"), codecs.charmap_decode(b"\xe9"), shown(codecs.charmap_encode, "日"))
