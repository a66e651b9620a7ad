"""`_multibytecodec`: the objects of East Asian codecs. Converting is native code (`_ttd_multibyte`); what keeps state,
calls error handlers and streams is here.
"""

import _core
import _ttd_multibyte as _native

_library = _core.namespace()

_DECODER_PENDING_MAX = 8
_ENCODER_PENDING_MAX = 2
_ABSENT = object()

# How native code treats errors by itself. What is not here it reports.
_NATIVE_ERRORS = {"ignore": False, "replace": True}


def _handler(errors):
    handler = _library["codec_errors"].get(errors)
    if handler is None:
        import _codecs
        handler = _codecs.lookup_error(errors)
    return handler


def _reason(stop):
    return "incomplete multibyte sequence" if stop < 0 else "illegal multibyte sequence"


def _renewed(error, kind, arguments):
    """The exception for a handler: one for all errors of a call."""
    if error is None:
        return kind(*arguments)
    error.start, error.end, error.reason = arguments[2:]
    return error


def _encode(name, text, cell, errors, flush, reset):
    """Encodes: bytes, and how much was encoded. `cell[0]` is the state, which advances also when there is an error."""
    out = []
    at, size, error = 0, len(text), None
    native = _NATIVE_ERRORS.get(errors)
    while at < size:
        part, at, cell[0], stop = _native.encode(name, text, at, cell[0], native, flush)
        out.append(part)
        if stop == 0 or stop < 0 and not flush:
            break
        error = _renewed(error, UnicodeEncodeError, (name, text, at, at + stop, _reason(stop)))
        if errors == "strict":
            raise error
        replacement, next_at = _checked_encoding(_handler(errors)(error), size)
        if isinstance(replacement, str):
            replacement = _encode(name, replacement, cell, "strict", True, False)[0]
        out.append(replacement)
        at = _in_range(next_at, size)
    if reset:
        part, cell[0] = _native.end_encoding(name, cell[0])
        out.append(part)
    return b"".join(out), at


def _checked_encoding(result, size):
    if (not isinstance(result, tuple) or len(result) != 2 or not isinstance(result[0], (str, bytes))
            or not isinstance(result[1], int)):
        raise TypeError("encoding error handler must return (str, int) tuple")
    return result


def _in_range(at, size):
    if at < 0:
        at += size
    if not 0 <= at <= size:
        raise IndexError(f"position {at} from error handler out of bounds")
    return at


class _Decoding:
    """Bytes that are being decoded."""

    __slots__ = ("name", "data", "at", "errors", "state", "out", "error")

    def __init__(self, name, data, state, errors):
        self.name, self.data, self.state, self.errors = name, data, state, errors
        self.at, self.out, self.error = 0, [], None

    def feed(self, whole):
        """Decodes until the end, or what is incomplete, which is an error when these bytes are the whole."""
        while self.at < len(self.data):
            part, self.at, self.state, stop = _native.decode(
                self.name, self.data, self.at, self.state, _NATIVE_ERRORS.get(self.errors))
            self.out.append(part)
            if stop == 0 or stop < 0 and not whole:
                break
            self.fail(stop)

    def fail(self, stop):
        """Treats an error: of this length, or of all the rest."""
        size = len(self.data)
        end = size if stop < 0 else self.at + stop
        if self.errors in _NATIVE_ERRORS:
            self.out.append("\ufffd" if _NATIVE_ERRORS[self.errors] else "")
            self.at = end
            return
        self.error = _renewed(self.error, UnicodeDecodeError, (self.name, self.data, self.at, end, _reason(stop)))
        if self.errors == "strict":
            raise self.error
        result = _handler(self.errors)(self.error)
        if (not isinstance(result, tuple) or len(result) != 2 or not isinstance(result[0], str)
                or not isinstance(result[1], int)):
            raise TypeError("decoding error handler must return (str, int) tuple")
        self.out.append(result[0])
        self.at = _in_range(result[1], size)

    def text(self):
        return "".join(self.out)


def _errors_argument(function, errors):
    if errors is None:
        return "strict"
    if not isinstance(errors, str):
        raise TypeError(f"{function}() argument 'errors' must be str or None, not {_core.given_name(errors)}")
    return errors


def _bytes(data):
    if isinstance(data, bytes):
        return data
    try:
        return memoryview(data).tobytes()
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'") from None


class MultibyteCodec:
    __slots__ = ("_name",)

    def encode(self, input, errors=None):
        """Return an encoded string version of 'input'.

'errors' may be given to set a different error handling scheme. Default is
'strict' meaning that encoding errors raise a UnicodeEncodeError. Other possible
values are 'ignore', 'replace' and 'xmlcharrefreplace' as well as any other name
registered with codecs.register_error that can handle UnicodeEncodeErrors."""
        errors = _errors_argument("encode", errors)
        text = input if isinstance(input, str) else str(input)
        return _encode(self._name, text, [_native.start(self._name, True)], errors, True, True)[0], len(text)

    def decode(self, input, errors=None):
        """Decodes 'input'.

'errors' may be given to set a different error handling scheme. Default is
'strict' meaning that encoding errors raise a UnicodeDecodeError. Other possible
values are 'ignore' and 'replace' as well as any other name registered with
codecs.register_error that is able to handle UnicodeDecodeErrors."""
        data = _bytes(input)
        decoding = _Decoding(self._name, data, _native.start(self._name, False), _errors_argument("decode", errors))
        decoding.feed(True)
        return decoding.text(), len(data)


_new_codec = MultibyteCodec.__new__


def _make_codec(name):
    codec = _new_codec(MultibyteCodec)
    codec._name = name
    return codec


def _refuse(cls, /, *args, **kwargs):
    raise TypeError(f"cannot create '{cls.__module__}.{cls.__qualname__}' instances")


MultibyteCodec.__new__ = _refuse


def _getcodec(module):
    """The function `getcodec` of a module."""
    codecs = {name: _make_codec(name) for name in _native.names(module)}

    def getcodec(encoding, /):
        if not isinstance(encoding, str):
            raise TypeError("encoding name must be a string.")
        codec = codecs.get(encoding)
        if codec is None:
            raise LookupError("no such codec is supported.")
        return codec
    return getcodec


def _codec_of(cls):
    codec = cls.codec
    if not isinstance(codec, MultibyteCodec):
        raise TypeError("codec is unexpected type")
    return codec._name


def _given_errors(function, errors):
    if not isinstance(errors, str):
        raise TypeError(f"{function}() argument 'errors' must be str, not {_core.given_name(errors)}")
    return errors


class _Stateful:
    """What all objects with state have in common."""

    __slots__ = ()

    @property
    def errors(self):
        """how to treat errors"""
        return self._errors

    @errors.setter
    def errors(self, value):
        if not isinstance(value, str):
            raise TypeError("errors must be a string")
        self._errors = value

    @errors.deleter
    def errors(self):
        raise AttributeError("cannot delete attribute")


class _Encoder(_Stateful):
    """Characters that wait for the next one, and the state of a codec."""

    __slots__ = ()

    def _encode_piece(self, input, final):
        text = self._pending + (input if isinstance(input, str) else str(input))
        cell = [self._state]
        try:
            data, at = _encode(self._name, text, cell, self._errors, final, final)
        finally:
            self._state = cell[0]
        if len(text) - at > _ENCODER_PENDING_MAX:
            raise UnicodeEncodeError(self._name, text, at, len(text), "pending buffer overflow")
        self._pending = text[at:]
        return data


class MultibyteIncrementalEncoder(_Encoder):
    __slots__ = ("_name", "_errors", "_pending", "_state")

    def __new__(cls, errors="strict"):
        self = object.__new__(cls)
        self._errors = _given_errors("IncrementalEncoder", errors)
        self._name = _codec_of(cls)
        self._pending, self._state = "", _native.start(self._name, True)
        return self

    def __init__(self, *args, **kwargs):
        pass

    def encode(self, input, final=False):
        return self._encode_piece(input, bool(final))

    def getstate(self):
        pending = self._pending.encode()
        return int.from_bytes(bytes((len(pending),)) + pending + self._state, "little")

    def setstate(self, state, /):
        if not isinstance(state, int):
            raise TypeError(f"setstate() argument must be int, not {_core.given_name(state)}")
        try:
            data = state.to_bytes(1 + 4 * _ENCODER_PENDING_MAX + 8, "little")
        except OverflowError:
            if state < 0:
                raise OverflowError("can't convert negative int to unsigned") from None
            raise OverflowError("int too big to convert") from None
        size = data[0]
        if size > 4 * _ENCODER_PENDING_MAX:
            raise UnicodeError("pending buffer too large")
        self._pending = data[1:1 + size].decode()
        self._state = data[1 + size:9 + size]

    def reset(self):
        self._state = _native.end_encoding(self._name, self._state)[1]
        self._pending = ""


class _Decoder(_Stateful):
    """The beginning of a sequence, and the state of a codec."""

    __slots__ = ()

    def _decode_piece(self, data, final):
        """Decodes what is pending and more: the text, and how many bytes that were."""
        before = self._pending
        self._pending = b""
        decoding = _Decoding(self._name, before + data, self._state, self._errors)
        try:
            decoding.feed(False)
        finally:
            self._state = decoding.state
        if final and decoding.at < len(decoding.data):
            try:
                decoding.fail(-1)
            except BaseException:
                self._pending = before
                raise
        rest = decoding.data[decoding.at:]
        if len(rest) > _DECODER_PENDING_MAX:
            data = decoding.data
            raise UnicodeDecodeError(self._name, data, 0, len(data), "pending buffer overflow")
        self._pending = rest
        return decoding.text(), len(decoding.data)


class MultibyteIncrementalDecoder(_Decoder):
    __slots__ = ("_name", "_errors", "_pending", "_state")

    def __new__(cls, errors="strict"):
        self = object.__new__(cls)
        self._errors = _given_errors("IncrementalDecoder", errors)
        self._name = _codec_of(cls)
        self._pending, self._state = b"", _native.start(self._name, False)
        return self

    def __init__(self, *args, **kwargs):
        pass

    def decode(self, input, final=False):
        return self._decode_piece(_bytes(input), bool(final))[0]

    def getstate(self):
        return self._pending, int.from_bytes(self._state, "little")

    def setstate(self, state, /):
        if not isinstance(state, tuple):
            raise TypeError(f"setstate() argument must be tuple, not {_core.given_name(state)}")
        if len(state) != 2 or not isinstance(state[0], bytes) or not isinstance(state[1], int):
            raise TypeError("setstate(): illegal state argument")
        data, number = state
        if number < 0:
            raise OverflowError("can't convert negative int to unsigned")
        try:
            number = number.to_bytes(8, "little")
        except OverflowError:
            raise OverflowError("int too big to convert") from None
        if len(data) > _DECODER_PENDING_MAX:
            raise UnicodeDecodeError(self._name, data, 0, len(data), "pending buffer too large")
        self._pending, self._state = data, number

    def reset(self):
        self._state = _native.reset_decoding(self._name, self._state)
        self._pending = b""


def _size(size):
    """The argument of reading: -1 for all."""
    if size is None:
        return -1
    if not isinstance(size, int):
        raise TypeError("arg 1 must be an integer")
    return size


class MultibyteStreamReader(_Decoder):
    __slots__ = ("_name", "_errors", "_pending", "_state", "_stream")

    def __new__(cls, stream, errors="strict"):
        self = object.__new__(cls)
        self._errors = _given_errors("StreamReader", errors)
        self._name = _codec_of(cls)
        self._stream = stream
        self._pending, self._state = b"", _native.start(self._name, False)
        return self

    def __init__(self, *args, **kwargs):
        pass

    @property
    def stream(self):
        return self._stream

    def _read(self, method, size):
        if size == 0:
            return ""
        out = []
        while True:
            read = getattr(self._stream, method)
            data = read() if size < 0 else read(size)
            if not isinstance(data, bytes):
                raise TypeError(f"stream function returned a non-bytes object ({type(data).__name__})")
            text, used = self._decode_piece(data, not data or size < 0)
            out.append(text)
            if size < 0 or text or not used:
                return "".join(out)
            size = 1

    def read(self, sizeobj=None, /):
        return self._read("read", _size(sizeobj))

    def readline(self, sizeobj=None, /):
        return self._read("readline", _size(sizeobj))

    def readlines(self, sizehintobj=None, /):
        return self._read("read", _size(sizehintobj)).splitlines(True)

    def reset(self):
        self._state = _native.reset_decoding(self._name, self._state)
        self._pending = b""


class MultibyteStreamWriter(_Encoder):
    __slots__ = ("_name", "_errors", "_pending", "_state", "_stream")

    def __new__(cls, stream, errors="strict"):
        self = object.__new__(cls)
        self._errors = _given_errors("StreamWriter", errors)
        self._name = _codec_of(cls)
        self._stream = stream
        self._pending, self._state = "", _native.start(self._name, True)
        return self

    def __init__(self, *args, **kwargs):
        pass

    @property
    def stream(self):
        return self._stream

    def write(self, strobj, /):
        self._stream.write(self._encode_piece(strobj, False))

    def writelines(self, lines, /):
        for line in _sequence(lines):
            self._stream.write(self._encode_piece(line, False))

    def reset(self):
        if self._pending:
            # What waits cannot go on any more.
            data = self._encode_piece("", True)
        else:
            data, self._state = _native.end_encoding(self._name, self._state)
        if data:
            self._stream.write(data)


def _sequence(lines):
    if not hasattr(type(lines), "__getitem__"):
        raise TypeError("arg must be a sequence object")
    return lines


for _class in (MultibyteIncrementalEncoder, MultibyteIncrementalDecoder, MultibyteStreamReader, MultibyteStreamWriter):
    _core.seal(_class, True)
_core.seal(MultibyteCodec, False)
del _class
