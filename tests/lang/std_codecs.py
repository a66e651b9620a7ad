"""Codecs of the library, codecs and error handlers of the program's own."""
import codecs

for name in ("cp1252", "iso8859-15", "koi8-r", "mac-roman", "cp437"):
    text = "naïve" if name != "koi8-r" else "naiве"
    data = text.encode(name)
    print(name, data, data.decode(name) == text)
try:
    "€uro".encode("koi8-r")
except UnicodeEncodeError as e:
    print(e)
try:
    b"\x81".decode("cp1252")
except UnicodeDecodeError as e:
    print(e)
print("€uro\u0416".encode("cp1252", "replace"), "\u0416".encode("cp1252", "xmlcharrefreplace"), b"a\x81".decode("cp1252", "ignore"))
print(codecs.lookup("UTF8").name, codecs.lookup("latin-1").name, codecs.lookup("cp1252").name)
print(codecs.encode("Hello", "rot13"))
try:
    "x".encode("rot13")
except LookupError as e:
    print(e)
try:
    "x".encode("no-such-codec")
except LookupError as e:
    print(e)


def handler(error):
    return "<" + error.object[error.start:error.end] * 2 + ">" if error.object.isascii() else "<?>", error.end


codecs.register_error("angle", handler)
print("aäbéc".encode("ascii", "angle"), codecs.lookup_error("angle") is handler)


def search(name):
    if name == "upper":
        return codecs.CodecInfo(lambda s, e="strict": (s.upper().encode(), len(s)),
                                lambda b, e="strict": (bytes(b).decode().lower(), len(b)), name="upper")
    return None


codecs.register(search)
print("abc".encode("upper"), b"ABC".decode("upper"), str(b"XY", "upper"))
decoder = codecs.getincrementaldecoder("utf-8")()
print([decoder.decode(bytes([b])) for b in "aé€".encode()])
print(codecs.escape_decode(rb"\x41\n\101\\")[0], codecs.unicode_escape_decode(r"\u20ac\x41\t")[0])
print("tab\t€".encode("unicode_escape"), "\xe9€".encode("raw_unicode_escape"))
