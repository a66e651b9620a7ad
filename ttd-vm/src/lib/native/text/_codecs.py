import _core
import _ttd_charmap

_library = _core.namespace()
_searches = _library["codec_searches"]
_cache, _keys = _library["codec_cache"], _library["codec_keys"]
_errors = _library["codec_errors"]
_handled = _library["handled"]


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


# ---- native codecs by name

def _text(value, what):
    if not isinstance(value, str):
        raise TypeError(f"{what}() argument 1 must be str, not {_core.given_name(value)}")
    return value


def _encoder(encoding, name):
    def encode(str, errors=None, /):
        return _text(str, name).encode(encoding, errors or "strict"), len(str)
    encode.__name__ = encode.__qualname__ = name
    return encode


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
        warnings.warn(f"invalid {shape}", DeprecationWarning, stacklevel=3)


# Ranges of the second byte by the first, where UTF-8 restricts them. (0xED: surrogates may pass.)
_ANY = 0x80, 0xBF
_SECOND = {0xE0: (0xA0, 0xBF), 0xF0: (0x90, 0xBF), 0xF4: (0x80, 0x8F)}


def _whole(data, width):
    """How many of the bytes are whole characters, as far as can be told: of UTF-8 when there is no width."""
    n = len(data)
    if width:
        n -= n % width
        if width == 2 and n >= 2 and (data[n - 2] & 0xFC) == 0xD8:
            return n - 2
        return n
    for back in range(1, min(3, n) + 1):
        byte = data[n - back]
        if byte >= 0xC0:
            if not 0xC2 <= byte <= 0xF4:
                return n
            need = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            if back >= 2 and not _SECOND.get(byte, _ANY)[0] <= data[n - back + 1] <= _SECOND.get(byte, _ANY)[1]:
                return n
            if back == 3 and byte >= 0xF0 and not 0x80 <= data[n - 1] < 0xC0:
                return n
            return n if back >= need else n - back
        if byte < 0x80:
            return n
    return n


def _decoder(encoding, name, width, partial=True):
    if not partial:
        def decode(data, errors=None, /):
            data = _bytes(data)
            return data.decode(encoding, errors or "strict"), len(data)
    else:
        def decode(data, errors=None, final=False, /):
            data = _bytes(data)
            n = len(data) if final else _whole(data, width)
            return data[:n].decode(encoding, errors or "strict"), n
    decode.__name__ = decode.__qualname__ = name
    return decode


utf_8_encode = _encoder("utf-8", "utf_8_encode")
utf_8_decode = _decoder("utf-8", "utf_8_decode", 0)
ascii_encode = _encoder("ascii", "ascii_encode")
ascii_decode = _decoder("ascii", "ascii_decode", 1, False)
latin_1_encode = _encoder("latin-1", "latin_1_encode")
latin_1_decode = _decoder("latin-1", "latin_1_decode", 1, False)
utf_16_le_encode = _encoder("utf-16-le", "utf_16_le_encode")
utf_16_be_encode = _encoder("utf-16-be", "utf_16_be_encode")
utf_32_le_encode = _encoder("utf-32-le", "utf_32_le_encode")
utf_32_be_encode = _encoder("utf-32-be", "utf_32_be_encode")
utf_16_be_decode = _decoder("utf-16-be", "utf_16_be_decode", 2)
utf_32_be_decode = _decoder("utf-32-be", "utf_32_be_decode", 4)


def _wide_le(width):
    def decode(data, errors=None, final=False, /):
        data = _bytes(data)
        n = len(data)
        if not final:
            n -= n % width
            if width == 2 and n >= 2 and (data[n - 1] & 0xFC) == 0xD8:
                n -= 2
        return data[:n].decode(f"utf-{8 * width}-le", errors or "strict"), n
    decode.__name__ = decode.__qualname__ = f"utf_{8 * width}_le_decode"
    return decode


utf_16_le_decode = _wide_le(2)
utf_32_le_decode = _wide_le(4)


def _wide(width):
    bits = 8 * width
    native, swapped = f"utf-{bits}-le", f"utf-{bits}-be"
    marks = {"\ufeff".encode(native): -1, "\ufeff".encode(swapped): 1}

    def encode(str, errors=None, byteorder=0, /):
        name = f"utf-{bits}" if byteorder == 0 else native if byteorder < 0 else swapped
        return str.encode(name, errors or "strict"), len(str)

    def ex_decode(data, errors=None, byteorder=0, final=False, /):
        data = _bytes(data)
        skip = 0
        if byteorder == 0:
            if len(data) < width and not final:
                return "", 0, 0
            byteorder = marks.get(data[:width], 0)
            skip = width if byteorder else 0
        decode = (utf_16_be_decode if width == 2 else utf_32_be_decode) if byteorder > 0 else _wide_le(width)
        text, n = decode(data[skip:], errors, final)
        return text, n + skip, byteorder

    def decode(data, errors=None, final=False, /):
        return ex_decode(data, errors, 0, final)[:2]
    return encode, decode, ex_decode


utf_16_encode, utf_16_decode, utf_16_ex_decode = _wide(2)
utf_32_encode, utf_32_decode, utf_32_ex_decode = _wide(4)
del _wide


_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_SEXTETS = {ord(c): i for i, c in enumerate(_BASE64)}
# Characters that UTF-7 writes directly, including the optional ones.
_DIRECT = frozenset(map(chr, range(33, 126))) - frozenset("+\\") | frozenset(" \t\n\r")


def _base64_of(units):
    """The sextets of 16-bit numbers, the last one filled up with zeros."""
    bits = "".join([f"{unit:016b}" for unit in units])
    return "".join([_BASE64[int(bits[at:at + 6].ljust(6, "0"), 2)] for at in range(0, len(bits), 6)])


def utf_7_encode(str, errors=None, /):
    out = []
    units = []
    for c in _text(str, "utf_7_encode"):
        if c in _DIRECT or c == "+" and not units:
            if units:
                out.append(_base64_of(units))
                units = []
                if c in _BASE64 or c == "-":
                    out.append("-")
            out.append("+-" if c == "+" else c)
            continue
        if not units:
            out.append("+")
        code = ord(c)
        if code >= 0x10000:
            units.append(0xD800 + (code - 0x10000 >> 10))
            code = 0xDC00 + (code - 0x10000 & 0x3FF)
        units.append(code)
    if units:
        out.append(_base64_of(units) + "-")
    return "".join(out).encode("ascii"), len(str)


def utf_7_decode(data, errors=None, final=False, /):
    data = _bytes(data)
    errors = errors or "strict"
    out = []
    at, n = 0, len(data)
    while True:
        shifted, began, start, reason = False, 0, at, None
        while at < n:
            byte = data[at]
            if byte != 0x2B:
                if byte > 127:
                    reason, start, at = "unexpected special character", at, at + 1
                    break
                out.append(chr(byte))
                at += 1
                continue
            start = at
            at += 1
            if at < n and data[at] == 0x2D:
                out.append("+")
                at += 1
                continue
            if at < n and data[at] not in _SEXTETS:
                reason, at = "ill-formed sequence", at + 1
                break
            began, shifted = len(out), True
            at, reason, shifted, surrogate, bits, buffer = _shifted(data, at, out)
            if shifted or reason:
                break
        if reason is None and shifted:
            if not final:
                del out[began:]
                return "".join(out), start
            if surrogate or bits >= 6 or bits and buffer:
                reason, at = "unterminated shift sequence", n
        if reason is None:
            return "".join(out), n
        at = _failed("utf7", data, start, at, reason, errors, out)


def _shifted(data, at, out):
    """Reads base64 to its end: where that is, what is wrong, and what was begun when the data ends."""
    surrogate = bits = buffer = 0
    n = len(data)
    while at < n:
        sextet = _SEXTETS.get(data[at])
        if sextet is None:
            if bits >= 6:
                return at + 1, "partial character in shift sequence", False, 0, 0, 0
            if bits and buffer:
                return at + 1, "non-zero padding bits in shift sequence", False, 0, 0, 0
            if surrogate and data[at] < 128:
                out.append(chr(surrogate))
            return at + (data[at] == 0x2D), None, False, 0, 0, 0
        buffer, bits, at = buffer << 6 | sextet, bits + 6, at + 1
        if bits < 16:
            continue
        bits -= 16
        unit, buffer = buffer >> bits, buffer & (1 << bits) - 1
        if surrogate:
            if 0xDC00 <= unit < 0xE000:
                out.append(chr(0x10000 + (surrogate - 0xD800 << 10) + unit - 0xDC00))
                surrogate = 0
                continue
            out.append(chr(surrogate))
            surrogate = 0
        if 0xD800 <= unit < 0xDC00:
            surrogate = unit
        else:
            out.append(chr(unit))
    return at, None, True, surrogate, bits, buffer


# ---- escapes

def unicode_escape_encode(str, errors=None, /):
    out = []
    for c in _text(str, "unicode_escape_encode"):
        code = ord(c)
        if c == "\\":
            out.append("\\\\")
        elif 32 <= code < 127:
            out.append(c)
        else:
            out.append({"\t": "\\t", "\n": "\\n", "\r": "\\r"}.get(c) or _escaped(code))
    return "".join(out).encode("ascii"), len(str)


def raw_unicode_escape_encode(str, errors=None, /):
    text = _text(str, "raw_unicode_escape_encode")
    return "".join([c if ord(c) < 256 else _escaped(ord(c)) for c in text]).encode("latin-1"), len(str)


_SIMPLE = {"\n": "", "\\": "\\", "'": "'", '"': '"', "b": "\b", "f": "\f", "t": "\t", "n": "\n", "r": "\r",
           "v": "\v", "a": "\a"}
_DIGITS = {"x": 2, "u": 4, "U": 8}
_HEX = frozenset("0123456789abcdefABCDEF")


def _failed(encoding, data, start, end, reason, errors, out):
    replacement, at = _handled(lookup_error(errors), UnicodeDecodeError(encoding, data, start, end, reason), len(data))
    out.append(replacement)
    return at


def _unescape(encoding, data, errors, final, raw):
    errors = errors or "strict"
    text = data.decode("latin-1")
    out = []
    wrong = None
    at, n = 0, len(text)
    while at < n:
        found = text.find("\\", at)
        if found < 0:
            out.append(text[at:])
            break
        out.append(text[at:found])
        at = found + 1
        if at == n:
            if raw and final:
                out.append("\\")
                return "".join(out), n
            if not final:
                return "".join(out), found
            at = _failed(encoding, data, found, n, "\\ at end of string", errors, out)
            continue
        c = text[at]
        if raw and c not in "uU":
            out.append("\\" + c)
            at += 1
            continue
        if c in _SIMPLE:
            out.append(_SIMPLE[c])
            at += 1
        elif "0" <= c <= "7":
            end = at + 1
            while end < min(at + 3, n) and "0" <= text[end] <= "7":
                end += 1
            code = int(text[at:end], 8)
            if code > 0o377 and wrong is None:
                wrong = f"octal escape sequence '\\{text[at:end]}'"
            out.append(chr(code))
            at = end
        elif c in _DIGITS:
            size = _DIGITS[c]
            end = at + 1
            while end < min(at + 1 + size, n) and text[end] in _HEX:
                end += 1
            if end < at + 1 + size:
                if end == n and not final:
                    return "".join(out), found
                shape = {"x": "\\xXX", "u": "\\uXXXX", "U": "\\UXXXXXXXX"}[c]
                at = _failed(encoding, data, found, end, f"truncated {shape} escape", errors, out)
                continue
            code = int(text[at + 1:end], 16)
            if code > 0x10FFFF:
                reason = "\\Uxxxxxxxx out of range" if raw else "illegal Unicode character"
                at = _failed(encoding, data, found, end, reason, errors, out)
                continue
            out.append(chr(code))
            at = end
        elif c == "N":
            named = text[at + 1:at + 2] == "{"
            end = text.find("}", at) if named else -1
            if end < 0:
                if not final and (named or at + 1 == n):
                    return "".join(out), found
                at = _failed(encoding, data, found, n if named else at + 1, "malformed \\N character escape", errors, out)
                continue
            import unicodedata
            try:
                out.append(unicodedata.lookup(text[at + 2:end]))
                at = end + 1
            except KeyError:
                at = _failed(encoding, data, found, end + 1, "unknown Unicode character name", errors, out)
        else:
            if wrong is None:
                wrong = f"escape sequence '\\{c}'"
            out.append("\\" + c)
            at += 1
    _warn_of_escape(wrong)
    return "".join(out), n


def unicode_escape_decode(data, errors=None, final=True, /):
    return _unescape("unicodeescape", _bytes_or_text(data), errors, final, False)


def raw_unicode_escape_decode(data, errors=None, final=True, /):
    return _unescape("rawunicodeescape", _bytes_or_text(data), errors, final, True)


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
    table = {}
    for byte, c in enumerate(map):
        if c != "\ufffe":
            table[ord(c)] = byte
    return table


def charmap_encode(str, errors=None, mapping=None, /):
    if mapping is None:
        return latin_1_encode(str, errors)
    text = _text(str, "charmap_encode")
    errors = errors or "strict"
    out, at = _ttd_charmap.encode(text, 0, mapping)
    n = len(text)
    if at == n:
        return out, n
    out = bytearray(out)
    while at < n:
        byte = _mapped(mapping, ord(text[at]))
        if byte is not None:
            out += byte
            at += 1
            continue
        end = at + 1
        while end < n and _mapped(mapping, ord(text[end])) is None:
            end += 1
        error = UnicodeEncodeError("charmap", text, at, end, "character maps to <undefined>")
        replacement, at = _handled(lookup_error(errors), error, n)
        if isinstance(replacement, bytes):
            out += replacement
        else:
            for c in replacement:
                byte = _mapped(mapping, ord(c))
                if byte is None:
                    raise error
                out += byte
        more, at = _ttd_charmap.encode(text, at, mapping)
        out += more
    return bytes(out), n


def _mapped(mapping, code):
    try:
        found = mapping[code]
    except LookupError:
        return None
    if found is None or isinstance(found, bytes):
        return found
    if isinstance(found, int):
        if not 0 <= found < 256:
            raise TypeError("character mapping must be in range(256)")
        return bytes((found,))
    raise TypeError(f"character mapping must return integer, bytes or None, not {type(found).__name__}")


def charmap_decode(data, errors=None, mapping=None, /):
    data = _bytes(data)
    if mapping is None:
        return data.decode("latin-1"), len(data)
    errors = errors or "strict"
    n = len(data)
    text, at = _ttd_charmap.decode(data, 0, mapping)
    if at == n:
        return text, n
    out = [text]
    while at < n:
        try:
            c = mapping[data[at]]
        except LookupError:
            c = None
        if isinstance(c, int):
            if c == 0xFFFE:
                c = None
            elif not 0 <= c <= 0x10FFFF:
                raise TypeError("character mapping must be in range(0x110000)")
            else:
                c = chr(c)
        if c is None or c == "\ufffe":
            at = _failed("charmap", data, at, at + 1, "character maps to <undefined>", errors, out)
            text, at = _ttd_charmap.decode(data, at, mapping)
            out.append(text)
            continue
        if not isinstance(c, str):
            raise TypeError("character mapping must return integer, None or str")
        out.append(c)
        at += 1
    return "".join(out), n


def readbuffer_encode(data, errors=None, /):
    data = _bytes_or_text(data)
    return data, len(data)


# Native functions do not bind to instances, and `encodings` relies on that.
for _name in [name for name in globals() if name.endswith(("_encode", "_decode")) and name[0] != "_"]:
    globals()[_name] = staticmethod(globals()[_name])
del _name
