# What an error handler of a codec may give, and what the builtin ones refuse.
import codecs


def giving(result):
    codecs.register_error("test.giving", lambda exc: (result, exc.end))


for encoding, text, result in (
    ("ascii", "[\xa4]", "\xbd"), ("utf-8", "[\udc80]", "\xbd"), ("utf-16-le", "[\udc80]", b"a"),
    ("utf-32-be", "[\udc80]", b"abc"), ("utf-16-le", "[\udc80]", b"ab"), ("latin-1", "[\u20ac]", "\xbd\xbe"),
):
    giving(result)
    try:
        print(encoding, text.encode(encoding, "test.giving"))
    except UnicodeEncodeError as e:
        print(encoding, e.start, e.end, e.reason)


def shorter(exc):
    exc.object = exc.object[:2]
    return "?", exc.end


codecs.register_error("test.shorter", shorter)
print(b"\xffab\xff".decode("ascii", "test.shorter"))


class NoText(UnicodeEncodeError):
    def __init__(self):
        UnicodeEncodeError.__init__(self, "ascii", "", 0, 1, "bad")
        self.object = []


class Fake(str):
    __class__ = UnicodeEncodeError


for handler in ("ignore", "replace", "backslashreplace", "surrogatepass"):
    handler = codecs.lookup_error(handler)
    for wrong in (NoText(), Fake(), UnicodeEncodeError("utf-8", "a", 0, 1, "ouch")):
        try:
            print(handler(wrong))
        except (TypeError, UnicodeError) as e:
            print(type(e).__name__, e)
