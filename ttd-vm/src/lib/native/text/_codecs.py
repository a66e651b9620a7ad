import _core

_library = _core.namespace()
_searches = _library["codec_searches"]
_cache, _keys = _library["codec_cache"], _library["codec_keys"]
_errors = _library["codec_errors"]


# ---- the registry

def register(search_function, /):
    """Register a codec search function."""
    if not callable(search_function):
        raise TypeError("argument must be callable")
    _searches.append(search_function)


def unregister(search_function, /):
    """Unregister a codec search function and clear the registry's cache."""
    if search_function in _searches:
        _searches.remove(search_function)
        _cache.clear()


def lookup(encoding, /):
    """Looks up a codec tuple in the Python codec registry and returns a CodecInfo object."""
    if type(encoding) is str and (codec := _cache.get(_keys.get(encoding))) is not None:
        return codec
    if not isinstance(encoding, str):
        raise TypeError(f"lookup() argument must be str, not {_core.given_name(encoding)}")
    # Lone surrogates are refused.
    encoding.encode("utf-8")
    if "\0" in encoding:
        raise ValueError("embedded null character")
    return _library["codec_lookup"](encoding)


def _forget_codec(encoding, /):
    """Purge the named codec from the internal codec lookup cache"""
    del _cache[encoding]


def _check_names(function, encoding, errors):
    if type(encoding) is type(errors) is str:
        return
    for name, value in (("encoding", encoding), ("errors", errors)):
        if not isinstance(value, str):
            raise TypeError(f"{function}() argument '{name}' must be str, not {_core.given_name(value)}")


def encode(obj, encoding="utf-8", errors="strict"):
    """Encodes obj using the codec registered for encoding."""
    _check_names("encode", encoding, errors)
    codec = lookup(encoding)[0]
    try:
        result = codec(obj, errors)
    except BaseException as exc:
        exc.add_note(f"encoding with '{encoding}' codec failed")
        raise
    if not isinstance(result, tuple) or len(result) != 2:
        raise TypeError("encoder must return a tuple (object, integer)")
    return result[0]


def decode(obj, encoding="utf-8", errors="strict"):
    """Decodes obj using the codec registered for encoding."""
    _check_names("decode", encoding, errors)
    codec = lookup(encoding)[1]
    try:
        result = codec(obj, errors)
    except BaseException as exc:
        exc.add_note(f"decoding with '{encoding}' codec failed")
        raise
    if not isinstance(result, tuple) or len(result) != 2:
        raise TypeError("decoder must return a tuple (object,integer)")
    return result[0]


# ---- error handlers

def _wrong(exc):
    return TypeError(f"don't know how to handle {type(exc).__name__} in error callback")


def _is(exc, kinds):
    """Whether it really is one: what it says in `__class__` does not count."""
    return issubclass(type(exc), kinds)


def _part(exc):
    """What could not be converted, and where it ends."""
    if _is(exc, UnicodeDecodeError):
        kind, name = bytes, "bytes"
    else:
        kind, name = str, "unicode"
    whole = exc.object
    if not isinstance(whole, kind):
        raise TypeError(f"object attribute must be {name}")
    size = len(whole)
    start = min(max(exc.start, 0), max(size - 1, 0))
    end = min(max(exc.end, 1), size)
    return whole[start:end], end


def _strict(exc, /):
    """Implements the 'strict' error handling, which raises a UnicodeError on coding errors."""
    if not _is(exc, BaseException):
        raise TypeError("codec must pass exception instance")
    raise exc


def _ignore(exc, /):
    """Implements the 'ignore' error handling."""
    if not _is(exc, (UnicodeEncodeError, UnicodeDecodeError, UnicodeTranslateError)):
        raise _wrong(exc)
    return "", _part(exc)[1]


def _replace(exc, /):
    """Implements the 'replace' error handling."""
    if _is(exc, UnicodeEncodeError):
        part, end = _part(exc)
        return "?" * len(part), end
    if _is(exc, UnicodeDecodeError):
        return "\ufffd", _part(exc)[1]
    if _is(exc, UnicodeTranslateError):
        part, end = _part(exc)
        return "\ufffd" * len(part), end
    raise _wrong(exc)


def _xmlcharrefreplace(exc, /):
    """Implements the 'xmlcharrefreplace' error handling."""
    if not _is(exc, UnicodeEncodeError):
        raise _wrong(exc)
    part, end = _part(exc)
    return "".join([f"&#{ord(c)};" for c in part]), end


def _escaped(code):
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _backslashreplace(exc, /):
    """Implements the 'backslashreplace' error handling."""
    if _is(exc, UnicodeDecodeError):
        part, end = _part(exc)
        return "".join([f"\\x{b:02x}" for b in part]), end
    if _is(exc, (UnicodeEncodeError, UnicodeTranslateError)):
        part, end = _part(exc)
        return "".join([_escaped(ord(c)) for c in part]), end
    raise _wrong(exc)


def _namereplace(exc, /):
    """Implements the 'namereplace' error handling."""
    if not _is(exc, UnicodeEncodeError):
        raise _wrong(exc)
    import unicodedata
    out = []
    part, end = _part(exc)
    for c in part:
        name = unicodedata.name(c, None)
        out.append(_escaped(ord(c)) if name is None else f"\\N{{{name}}}")
    return "".join(out), end


def _surrogateescape(exc, /):
    """Implements the 'surrogateescape' error handling."""
    if _is(exc, UnicodeEncodeError):
        part, end = _part(exc)
        if not all(["\udc80" <= c <= "\udcff" for c in part]):
            raise exc
        return bytes([ord(c) - 0xDC00 for c in part]), end
    if _is(exc, UnicodeDecodeError):
        out = ""
        for b in _part(exc)[0]:
            if b < 0x80:
                break
            out += chr(0xDC00 + b)
        if not out:
            raise exc
        return out, exc.start + len(out)
    raise _wrong(exc)


def _surrogatepass(exc, /):
    """Implements the 'surrogatepass' error handling."""
    if not _is(exc, (UnicodeEncodeError, UnicodeDecodeError)):
        raise _wrong(exc)
    part, end = _part(exc)
    width = {"utf-8": 3, "utf-16": 2, "utf-32": 4}.get(exc.encoding[:6].rstrip("-"))
    if width is None:
        raise exc
    try:
        if _is(exc, UnicodeEncodeError):
            if not all(["\ud800" <= c <= "\udfff" for c in part]):
                raise exc
            return part.encode(exc.encoding, "surrogatepass"), end
        text = exc.object[exc.start:exc.start + width].decode(exc.encoding, "surrogatepass")
        if not "\ud800" <= text <= "\udfff":
            raise exc
        return text, exc.start + width
    except UnicodeError:
        raise exc from None


_builtin_errors = {
    "strict": _strict, "ignore": _ignore, "replace": _replace, "xmlcharrefreplace": _xmlcharrefreplace,
    "backslashreplace": _backslashreplace, "namereplace": _namereplace, "surrogateescape": _surrogateescape,
    "surrogatepass": _surrogatepass}


def register_error(errors, handler, /):
    """Register the specified error handler under the name errors."""
    if not isinstance(errors, str):
        raise TypeError(f"register_error() argument 1 must be str, not {_core.given_name(errors)}")
    if not callable(handler):
        raise TypeError("handler must be callable")
    _errors[errors] = handler


def _unregister_error(errors, /):
    """Un-register the specified error handler for the error handling `errors'."""
    if errors in _builtin_errors:
        raise ValueError(f"cannot un-register built-in error handler '{errors}'")
    return _errors.pop(errors, None) is not None


def lookup_error(name, /):
    """Return the error handler for the specified error handling name or raise a LookupError, if no handler exists."""
    if not isinstance(name, str):
        raise TypeError(f"lookup_error() argument must be str, not {_core.given_name(name)}")
    handler = _errors.get(name) or _builtin_errors.get(name)
    if handler is None:
        raise LookupError(f"unknown error handler name '{name}'")
    return handler


# ---- bytes; the other codecs are native code

def _bytes(data):
    if isinstance(data, bytes):
        return data
    try:
        return memoryview(data).tobytes()
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'") from None


def _bytes_or_text(data):
    return data.encode() if isinstance(data, str) else _bytes(data)


def _warn_of_escape(shape):
    """What is no escape stands for itself, with a warning for the first one."""
    if shape is not None:
        import warnings
        warnings.warn(f"invalid {shape}", DeprecationWarning)


_SIMPLE = {"\n": "", "\\": "\\", "'": "'", '"': '"', "b": "\b", "f": "\f", "t": "\t", "n": "\n", "r": "\r",
           "v": "\v", "a": "\a"}
_HEX = frozenset("0123456789abcdefABCDEF")


def escape_encode(data, errors=None, /):
    if not isinstance(data, bytes):
        raise TypeError(f"escape_encode() argument 1 must be bytes, not {type(data).__name__}")
    text = repr(b'"' + data)[3:-1]
    return text.encode("ascii"), len(data)


def escape_decode(data, errors=None, /):
    data = _bytes_or_text(data)
    out = bytearray()
    wrong = None
    at, n = 0, len(data)
    while at < n:
        if data[at] != 0x5C:
            out.append(data[at])
            at += 1
            continue
        at += 1
        if at == n:
            raise ValueError("Trailing \\ in string")
        c = chr(data[at])
        if c in _SIMPLE:
            out += _SIMPLE[c].encode("ascii")
            at += 1
        elif "0" <= c <= "7":
            end = at + 1
            while end < min(at + 3, n) and 0x30 <= data[end] <= 0x37:
                end += 1
            code = int(data[at:end], 8)
            if code > 0o377 and wrong is None:
                wrong = f"octal escape sequence '\\{data[at:end].decode()}'"
            out.append(code & 0xFF)
            at = end
        elif c == "x":
            digits = data[at + 1:at + 3].decode("latin-1")
            if len(digits) == 2 and digits[0] in _HEX and digits[1] in _HEX:
                out.append(int(digits, 16))
                at += 3
                continue
            if not errors or errors == "strict":
                raise ValueError(f"invalid \\x escape at position {at - 1}")
            if errors == "replace":
                out += b"?"
            elif errors != "ignore":
                raise ValueError(f"decoding error; unknown error handling code: {errors}")
            at += 2 if digits[:1] and digits[0] in _HEX else 1
        else:
            if wrong is None:
                wrong = f"escape sequence '\\{c}'"
            out += b"\\" + data[at:at + 1]
            at += 1
    _warn_of_escape(wrong)
    return bytes(out), n


# ---- tables

def charmap_build(map, /):
    if not isinstance(map, str):
        raise TypeError(f"charmap_build() argument must be str, not {_core.given_name(map)}")
    if not map:
        raise TypeError("bad argument type for built-in operation")
    codes = [ord(c) for c in map[:256]]
    table = {code: byte for byte, code in enumerate(codes)}
    if codes[0] == 0 and 0 not in codes[1:] and max(codes) < 0x10000:
        # What CPython has no dict for.
        table.pop(0xFFFE, None)
    return table


def readbuffer_encode(data, errors=None, /):
    data = _bytes_or_text(data)
    return data, len(data)


# Native functions do not bind to instances, and `encodings` relies on that.
escape_encode, escape_decode = staticmethod(escape_encode), staticmethod(escape_decode)
readbuffer_encode = staticmethod(readbuffer_encode)
