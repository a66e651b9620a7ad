"""The begin of a document for `pyexpat`: its encoding, and its declaration."""

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
#: The characters of ASCII that mean something in XML: every encoding must have them where ASCII has them.
_SIGNIFICANT = ("\t\n\r !\"#%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyz|")
_PLAIN = ("utf-8", "us-ascii")


def start(parser, data, final, bad):
    """Finds the encoding by the first bytes; the bytes as UTF-8, or None if more are needed."""
    data = parser._buffer + data
    if len(data) < 4 and not final and (parser._encoding is None or data[:1] in (b"\xef", b"\xff", b"\xfe")):
        parser._buffer = data
        return None
    parser._buffer = b""
    name, skipped = parser._encoding, 0
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            name, skipped = name if name and name.lower() not in ("utf-16", encoding) else encoding, len(mark)
    if name is None and 0 in data[:2]:
        # No document begins with this character.
        name = "utf-16-le" if data[0] else "utf-16-be"
    parser._base_bytes += skipped
    parser._encoding = name
    if name is None or name.lower() in _PLAIN:
        parser._decoder = True
        return data[skipped:]
    return _decoded(parser, name, data[skipped:], final, bad, 0)


def _decoded(parser, name, data, final, bad, at):
    """The bytes as UTF-8, and a decoder for what follows."""
    from codecs import getincrementaldecoder
    decoder = getincrementaldecoder(name)("strict")
    if not name.lower().replace("_", "-").startswith("utf-16"):
        characters = bytes(range(256)).decode(name, "replace")
        if len(characters) != 256:
            raise ValueError("multi-byte encodings are not supported")
        if any([characters[ord(c)] != c for c in _SIGNIFICANT]):
            raise bad(18, at)
    parser._decoder = decoder
    return decoded(parser, data, final)


def decoded(parser, data, final):
    """The bytes as UTF-8, up to what is wrong, which the parser then tells."""
    try:
        return parser._decoder.decode(data, final).encode()
    except UnicodeDecodeError as e:
        parser._broken = 5 if final and e.end == len(e.object) else 4
        parser._decoder.reset()
        return parser._decoder.decode(e.object[:e.start]).encode()


_NAMES = ("version", "encoding", "standalone")


def declaration(data, final, bad):
    """Reads `<?xml ... ?>`: version, encoding, standalone, and its end, which is 0 if there is none. None if more is
    needed."""
    nothing = None, None, -1, 0
    if not data.startswith(b"<?xml"):
        return None if b"<?xml".startswith(data) and not final else nothing
    if len(data) == 5:
        return nothing if final else None
    if data[5] not in b" \t\r\n?":
        return nothing
    end = data.find(b"?>")
    if end < 0:
        return nothing if final else None
    text = data[5:end].decode("latin-1")
    found, at = {}, 0
    while True:
        word = text[at:].lstrip(" \t\r\n")
        if not word:
            break
        here = len(text) - len(word)
        key, equals, rest = word.partition("=")
        key, value = key.rstrip(" \t\r\n"), rest.lstrip(" \t\r\n")
        order = [name for name in _NAMES if name in found]
        if not equals or key not in _NAMES or here == at or order and _NAMES.index(key) <= _NAMES.index(order[-1]):
            raise bad(30, 5 + here)
        close = value.find(value[0], 1) if value[:1] in ('"', "'") else -1
        if close < 0:
            raise bad(30, 5 + here)
        at = len(text) - len(value) + close + 1
        found[key] = value[1:close], 5 + len(text) - len(value) + 1
    if "version" not in found:
        raise bad(30, 5 + len(text))
    version, encoding, standalone = [found.get(name, (None, 0)) for name in _NAMES]
    if not version[0] or standalone[0] not in (None, "yes", "no"):
        raise bad(30, (standalone if version[0] else version)[1])
    return version[0], encoding[0], {None: -1, "yes": 1, "no": 0}[standalone[0]], end + 2


def adopt(parser, encoding, bad):
    """Reads the rest of the document in the encoding that the declaration names."""
    if encoding is None or parser._encoding is not None:
        return
    lower = encoding.lower()
    if lower in _PLAIN:
        return
    at = parser._buffer.find(encoding.encode())
    if lower.startswith("utf-16"):
        raise bad(19, at)
    rest = _decoded(parser, encoding, parser._buffer[parser._at:], False, bad, at)
    parser._buffer = parser._buffer[:parser._at] + rest
