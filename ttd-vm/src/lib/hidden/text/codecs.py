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
    if errors in codec_errors and native_codec(encoding):
        return encode_handled(text, encoding, codec_errors[errors])
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
    if errors in codec_errors and native_codec(encoding):
        return decode_handled(bytes(data), encoding, codec_errors[errors])
    result = coded(text_codec(encoding, "codecs.decode()")[1], data, errors, "decoding", encoding)
    if not isinstance(result, tuple) or len(result) != 2:
        raise TypeError("decoder must return a tuple (object,integer)")
    result = result[0]
    if not isinstance(result, str):
        raise TypeError(f"{encoding!r} decoder returned {type(result).__name__!r} instead of 'str'; "
                        "use codecs.decode() to decode to arbitrary types")
    return result


def native_codec(encoding):
    try:
        "".encode(encoding)
    except LookupError:
        return False
    return _core.native_codec(encoding)


def handled(handler, error, size):
    """What an error handler gives: the replacement, and where to go on."""
    result = handler(error)
    kind = "encoding" if isinstance(error, UnicodeEncodeError) else "decoding"
    wanted = "(str/bytes, int)" if kind == "encoding" else "(str, int)"
    if not isinstance(result, tuple) or len(result) != 2 or not isinstance(result[1], int) or not (
            isinstance(result[0], str) or kind == "encoding" and isinstance(result[0], bytes)):
        raise TypeError(f"{kind} error handler must return {wanted} tuple")
    replacement, at = result
    if size is None:
        if not isinstance(error.object, bytes):
            raise TypeError("object attribute must be bytes")
        size = len(error.object)
    if at < 0:
        at += size
    if not 0 <= at <= size:
        raise IndexError(f"position {result[1]} from error handler out of bounds")
    return replacement, at


def encode_handled(text, encoding, handler):
    out = []
    at = 0
    while True:
        try:
            out.append(text[at:].encode(encoding))
            return b"".join(out)
        except UnicodeEncodeError as e:
            out.append(text[at:at + e.start].encode(encoding))
            error = UnicodeEncodeError(e.encoding, text, at + e.start, at + e.end, e.reason)
        replacement, at = handled(handler, error, len(text))
        out.append(encoded_replacement(replacement, encoding, error))


def encoded_replacement(replacement, encoding, error):
    """What stands for characters that could not be encoded; the error is raised for what does not fit either."""
    wide = error.encoding[:3] == "utf"
    if isinstance(replacement, bytes):
        unit = 2 if error.encoding[:6] == "utf-16" else 4 if error.encoding[:6] == "utf-32" else 1
        if len(replacement) % unit:
            raise error
        return replacement
    if wide and not replacement.isascii():
        raise error
    refused = False
    try:
        return replacement.encode(encoding)
    except UnicodeEncodeError:
        refused = True
    if refused:
        raise error


def decode_handled(data, encoding, handler):
    out = []
    at = 0
    while True:
        try:
            out.append(data[at:].decode(encoding))
            return "".join(out)
        except UnicodeDecodeError as e:
            out.append(data[at:at + e.start].decode(encoding))
            error = UnicodeDecodeError(e.encoding, data, at + e.start, at + e.end, e.reason)
        error.object = data
        replacement, at = handled(handler, error, None)
        # A handler may put other bytes in place of those.
        data = error.object
        out.append(replacement)
