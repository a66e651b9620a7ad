"""Codecs that are registered by programs and by `encodings`; the usual ones are native and never come here.

The registry is in these lists and dicts, so that it travels with the heap; `_codecs` gives programs its functions.
"""

codec_searches = []
codec_cache = {}
# The keys of the names that were looked up.
codec_keys = {}
codec_errors = {}


def codec_key(encoding):
    """The name that search functions get: one underscore for what is neither letter, digit nor dot between such."""
    plain = encoding.replace("-", "_").replace(" ", "_")
    if plain.isascii() and plain.isidentifier() and "__" not in plain and "_" not in (plain[0], plain[-1]):
        return plain.lower()
    words, apart = "", False
    for char in encoding:
        if char.isascii() and (char.isalnum() or char == "."):
            words += "_" + char.lower() if apart and words else char.lower()
            apart = False
        else:
            apart = True
    return words


def codec_lookup(encoding):
    """The codec of this name: what a search function gave, kept."""
    key = codec_keys.get(encoding) or codec_key(encoding)
    codec = codec_cache.get(key)
    if codec is not None:
        codec_keys[encoding] = key
        return codec
    if "encodings" not in modules:
        find_and_load("encodings")
    for search in codec_searches:
        codec = search(key)
        if codec is None:
            continue
        if not isinstance(codec, tuple) or len(codec) != 4:
            raise TypeError("codec search functions must return 4-tuples")
        codec_cache[key] = codec
        return codec
    raise LookupError(f"unknown encoding: {encoding}")


def text_codec(encoding, other):
    codec = codec_lookup(encoding)
    if not getattr(codec, "_is_text_encoding", True):
        raise LookupError(f"{encoding!r} is not a text encoding; use {other} to handle arbitrary codecs")
    return codec


def coded(codec, value, errors, doing, encoding):
    """What a registered codec makes; an error of it says which one it was."""
    try:
        return codec(value, errors)
    except BaseException as exc:
        exc.add_note(f"{doing} with {encoding!r} codec failed")
        raise


def encode_text(text, encoding, errors):
    """`str.encode` with an encoding or an error handler that is not native."""
    if errors in codec_errors and (kind := _core.native_encoder(encoding)) is not None:
        return encode_by_handler(kind, text, None, errors)[0]
    result = coded(text_codec(encoding, "codecs.encode()")[0], text, errors, "encoding", encoding)
    if not isinstance(result, tuple) or len(result) != 2:
        raise TypeError("encoder must return a tuple (object, integer)")
    result = result[0]
    if not isinstance(result, (bytes, bytearray)):
        raise TypeError(f"{encoding!r} encoder returned {type(result).__name__!r} instead of 'bytes'; "
                        "use codecs.encode() to encode to arbitrary types")
    return bytes(result)


def decode_text(data, encoding, errors):
    """`bytes.decode` with an encoding or an error handler that is not native."""
    if isinstance(data, str):
        raise TypeError("decoding str is not supported")
    if errors in codec_errors:
        data = bytes(data)
        if (decoder := _core.native_decoder(encoding, data)) is not None:
            return decode_by_handler(decoder[0], data, decoder[1], True, None, errors, None)[0]
    result = coded(text_codec(encoding, "codecs.decode()")[1], data, errors, "decoding", encoding)
    if not isinstance(result, tuple) or len(result) != 2:
        raise TypeError("decoder must return a tuple (object,integer)")
    result = result[0]
    if not isinstance(result, str):
        raise TypeError(f"{encoding!r} decoder returned {type(result).__name__!r} instead of 'str'; "
                        "use codecs.decode() to decode to arbitrary types")
    return result


def error_handler(errors):
    handler = codec_errors.get(errors)
    if handler is None:
        import _codecs
        handler = _codecs.lookup_error(errors)
    return handler


def handled(handler, error, size):
    """What an error handler gives: the replacement, and where to go on."""
    result = handler(error)
    encodes = isinstance(error, UnicodeEncodeError)
    wrong = "encoding error handler must return (str/bytes, int) tuple" if encodes else (
        "decoding error handler must return (str, int) tuple")
    if not isinstance(result, tuple) or len(result) != 2 or not encodes and not isinstance(result[0], str):
        raise TypeError(wrong)
    replacement = result[0]
    # The end of a range is an integer.
    at = result[1] if isinstance(result[1], int) else range(result[1]).stop
    if encodes and not isinstance(replacement, (str, bytes)):
        raise TypeError(wrong)
    if size is None:
        if not isinstance(error.object, bytes):
            raise TypeError("object attribute must be bytes")
        size = len(error.object)
    if at < 0:
        at += size
    if not 0 <= at <= size:
        raise IndexError(f"position {at} from error handler out of bounds")
    return replacement, at


class Errors:
    """The errors of a text, or of bytes, for a handler that is not native: one exception for all, as in CPython."""

    def __init__(self, kind, encoding, errors):
        self.kind, self.encoding, self.errors = kind, encoding, errors
        self.error = None

    def handle(self, object, start, end, reason, size):
        """What the handler gives for an error; `size` as for `handled`."""
        error = self.error
        if error is None:
            self.handler = error_handler(self.errors)
            self.error = error = self.kind(self.encoding, object, start, end, reason)
        else:
            error.start, error.end, error.reason = start, end, reason
        return handled(self.handler, error, size)


def encode_by_handler(kind, text, table, errors):
    """What a native encoder gives, `(bytes, length)`, with an error handler that is not native."""
    out = [b"\xff\xfe" if kind == "utf-16" else b"\xff\xfe\0\0" if kind == "utf-32" else b""]
    found = Errors(UnicodeEncodeError, kind, errors)
    size = len(text)
    at = mark = octet = 0
    while True:
        part, start, end, octet, reason = _core.encode_part(kind, text, table, at, mark, octet)
        out.append(part)
        if reason is None:
            return b"".join(out), size
        mark = end
        replacement, at = found.handle(text, start, end, reason, size)
        out.append(encoded_replacement(replacement, kind, table, found.error))


def encoded_replacement(replacement, kind, table, error):
    """What stands for characters that could not be encoded; the error is raised for what does not fit either."""
    if isinstance(replacement, bytes):
        unit = 2 if kind[:6] == "utf-16" else 4 if kind[:6] == "utf-32" else 1
        if len(replacement) % unit:
            raise error
        return replacement
    replacement = str(replacement)
    if kind[:3] == "utf" and not replacement.isascii():
        raise error
    part, start, end, octet, reason = _core.encode_part(kind, replacement, table, 0, 0, 0)
    if reason is not None:
        raise error
    return part


def decode_by_handler(kind, data, at, final, table, errors, order):
    """What a native decoder gives, `(text, length)`, with an error handler that is not native; `order` is a third item
    of the result.
    """
    out = []
    warning = None
    found = Errors(UnicodeDecodeError, kind, errors)
    data = bytes(data)
    size = len(data)
    while True:
        part, at, end, reason, shape = _core.decode_part(kind, data, at, final, table)
        out.append(part)
        warning = warning or shape
        if reason is None:
            break
        replacement, at = found.handle(data, at, end, reason, None)
        # A handler may put other bytes in place of those.
        data = bytes(found.error.object)
        out.append(replacement)
    # What was incomplete is not counted; else these decoders count the bytes that they were given.
    is_done = final or at == len(data) and kind.endswith("escape")
    result = "".join(out), size if is_done else at
    if order is not None:
        result += (order,)
    return result if warning is None else warned_of_escape(warning, result)


def warned_of_escape(warning, result):
    """What is no escape stands for itself, with a warning for the first one."""
    import warnings
    warnings.warn(warning, DeprecationWarning)
    return result


def encode_mapped(text, table, errors):
    """What `charmap_encode` gives for a table that is no dict."""
    out = bytearray()
    codes = [ord(char) for char in text]
    size = len(codes)
    found = Errors(UnicodeEncodeError, "charmap", errors)
    at = 0
    while at < size:
        octets = mapped(table, codes[at])
        if octets is not None:
            out += octets
            at += 1
            continue
        end = at + 1
        while end < size and mapped(table, codes[end]) is None:
            end += 1
        replacement, at = found.handle(text, at, end, "character maps to <undefined>", size)
        if isinstance(replacement, bytes):
            out += replacement
            continue
        for char in replacement:
            octets = mapped(table, ord(char))
            if octets is None:
                raise found.error
            out += octets
    return bytes(out), size


def mapped(table, code):
    try:
        found = table[code]
    except LookupError:
        return None
    if found is None or isinstance(found, bytes):
        return found
    if isinstance(found, int):
        if not 0 <= found < 256:
            raise TypeError("character mapping must be in range(256)")
        return bytes((found,))
    raise TypeError(f"character mapping must return integer, bytes or None, not {type(found).__name__}")


def decode_mapped(data, table, errors):
    """What `charmap_decode` gives for a table that is no str."""
    out = []
    data = bytes(data)
    size = len(data)
    found = Errors(UnicodeDecodeError, "charmap", errors)
    at = 0
    while at < len(data):
        try:
            char = table[data[at]]
        except LookupError:
            char = None
        if isinstance(char, int):
            if not 0 <= char <= 0x10FFFF:
                raise TypeError("character mapping must be in range(0x110000)")
            char = chr(char)
        if char is not None and not isinstance(char, str):
            raise TypeError("character mapping must return integer, None or str")
        if char is not None and char != "\ufffe":
            out.append(char)
            at += 1
            continue
        replacement, at = found.handle(data, at, at + 1, "character maps to <undefined>", None)
        data = bytes(found.error.object)
        out.append(replacement)
    return "".join(out), size
