# ---- Streams, part 5: text over binary streams.

_UTF8 = ("utf-8", "utf8", "u8", "utf", "cp65001", "utf-8-sig", "utf8-sig")
_SEVEN = ("utf-7", "utf7", "u7", "unicode-1-1-utf-7")
_SINGLE = ("ascii", "us-ascii", "646", "latin-1", "latin1", "latin", "l1", "iso-8859-1", "iso8859-1", "8859")
_MARKED = {"utf-16": (2, (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")),
           "utf-32": (4, (b"\xff\xfe\0\0", "utf-32-le"), (b"\0\0\xfe\xff", "utf-32-be"))}


# How lines end, by `newline`: at line feeds, which other ends are translated to; at any end; at these alone.
_LINE_WAYS = {None: 0, "\n": 0, "": 8, "\r": 16, "\r\n": 24}


class _Codec:
    """Turns bytes that come in pieces into text and back. `unit` is the width in bytes that pieces must have, 0 for
    UTF-8; `encoding` what text is written with, which is another once the mark at the beginning is out."""

    def __init__(self, encoding, errors):
        self.errors = errors
        self.name = self.reading = self.writing = encoding
        self.mark = ()
        # What decodes and encodes step by step, where the encoding keeps a state from piece to piece.
        self.decoder = self.encoder = None
        plain = encoding if encoding == "utf-8" else encoding.lower().replace("_", "-").replace(" ", "-")
        if plain in _UTF8:
            self.unit = 0
            if plain in ("utf-8-sig", "utf8-sig"):
                self.mark = ((b"\xef\xbb\xbf", "utf-8"),)
        elif plain in _SINGLE:
            self.unit = 1
        elif not plain.startswith("utf") or plain in _SEVEN:
            self.unit = 1
            self._find_steps(encoding, errors)
        else:
            "".encode(encoding)
            plain = plain.replace("utf16", "utf-16").replace("utf32", "utf-32")
            self.unit = 4 if "32" in plain else 2
            self.mark = _MARKED.get(plain, (0,))[1:]

    def _find_steps(self, encoding, errors):
        """Looks up a codec that is not known here. Most are tables, which have no state."""
        if "\0" in encoding:
            raise LookupError(f"unknown encoding: {encoding}")
        import _codecs
        info = _codecs.lookup(encoding)
        if not getattr(info, "_is_text_encoding", True):
            raise LookupError(f"{encoding!r} is not a text encoding; use codecs.open() to handle arbitrary codecs")
        if info.incrementaldecoder is not None:
            self.decoder = info.incrementaldecoder(errors)
            if info.incrementalencoder is not None:
                self.encoder = info.incrementalencoder(errors)

    def restart(self, at_start):
        """Whether the mark is still to come."""
        self.reading = self.writing = self.name
        if self.encoder is not None:
            self.encoder.reset() if at_start else self.encoder.setstate(0)
        if self.mark and not at_start:
            self.writing = self.mark[0][1]

    def complete(self, data):
        """How many of the bytes are whole characters, as far as can be told."""
        n = len(data)
        if self.unit:
            n -= n % self.unit
            if self.unit == 2 and n:
                # The first half of a pair waits for the other.
                big = self.reading.lower().endswith("be") or self.reading == self.name and data[:2] == b"\xfe\xff"
                if 0xD8 <= data[n - 2 if big else n - 1] < 0xDC:
                    n -= 2
            return n
        for back in range(1, min(3, n) + 1):
            byte = data[n - back]
            if byte >= 0xC0:
                need = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
                return n if back >= need else n - back
            if byte < 0x80:
                return n
        return n

    def decode(self, data):
        if self.mark and self.reading == self.name and data:
            for mark, name in self.mark:
                if data.startswith(mark):
                    text = data.decode(self.name, self.errors)
                    self.reading = name
                    return text
            self.reading = self.mark[0][1]
        return data.decode(self.reading, self.errors)

    def encode(self, text):
        if self.encoder is not None:
            data = self.encoder.encode(text)
            if not isinstance(data, bytes):
                raise TypeError(f"encoder should return a bytes object, not {type(data).__name__!r}")
            return data
        data = text.encode(self.writing, self.errors)
        if self.mark and text:
            self.writing = self.mark[0][1]
        return data


def _text_argument(function, name, value, default):
    """An encoding's or error handler's name, as C code takes it."""
    if value is None:
        return default
    if not isinstance(value, str):
        raise TypeError(f"{function}() argument {name!r} must be str or None, not {_core.given_name(value)}")
    value.encode("utf-8")
    if "\0" in value and function == "TextIOWrapper":
        raise ValueError("embedded null character")
    return value


def _check_handler(errors):
    import sys
    if sys.flags.dev_mode:
        import _codecs
        _codecs.lookup_error(errors)


def _flag_argument(value):
    flag = _index(value)
    if not -(1 << 31) <= flag < 1 << 31:
        raise OverflowError("Python int too large to convert to C int")
    return bool(flag)


class TextIOWrapper(_TextIOBase):
    """Character and line based layer over a BufferedIOBase object, buffer."""

    # `_text` from `_pos` on is decoded and unread; `_chunk` are the bytes of all of it, `_tail` those of an
    # incomplete character after them. `_pending` are written strings.

    # With an encoding that keeps a state, `_snapshot` is the decoder's state before `_chunk`, whose text begins at
    # `_base`.

    _buffer = None
    _detached = False
    _chunk_size = _CHUNK_SIZE

    def __init__(self, buffer, encoding=None, errors=None, newline=None, line_buffering=False, write_through=False):
        self._buffer, self._detached = None, False
        given = encoding
        encoding = _text_argument("TextIOWrapper", "encoding", encoding, "utf-8")
        errors = _text_argument("TextIOWrapper", "errors", errors, "strict")
        _check_newline_of_file(newline)
        if given is None:
            text_encoding(None, 1)
        if encoding == "locale":
            encoding = "utf-8"
        self._codec = _Codec(encoding, errors)
        if errors != "strict":
            _check_handler(errors)
        self._encoding, self._errors = encoding, errors
        self._set_newline(newline)
        self._line_buffering, self._write_through = bool(line_buffering), bool(write_through)
        self._buffer = buffer
        self._raw = buffer.raw if type(buffer) in (BufferedReader, BufferedWriter, BufferedRandom) else None
        if type(self._raw) is not FileIO:
            self._raw = None
        if self._raw is not None and self._raw._fd >= 0:
            self._seekable = self._telling = self._raw.seekable()
            self._can_read, self._can_write = type(buffer) is not BufferedWriter, type(buffer) is not BufferedReader
        else:
            self._seekable = self._telling = buffer.seekable()
            self._can_read, self._can_write = buffer.readable(), buffer.writable()
        self._pending, self._pending_size = [], 0
        self._forget()
        self._restart_writing()
        self._note_ways()
        _core.register_stream(self)

    def _note_ways(self):
        """Says in one number what native code does by itself: writing ASCII (1), and all else but surrogates (2), as it
        lies; reading (4) lines that end in a way."""
        self._ways = 0
        if self._can_write and not self._line_buffering and not self._write_through and self._writes is None:
            if self._encoding in ("utf-8", "UTF-8", "utf8"):
                self._ways = 3
            elif self._encoding in ("ascii", "latin-1", "iso-8859-1", "us-ascii"):
                self._ways = 1
        if self._can_read is True:
            self._ways += 4 + _LINE_WAYS[self._newline]

    def _restart_writing(self):
        """Sees to it that a mark comes at the beginning of the stream and nowhere else. Where that cannot be told,
        there is the mark of UTF-8 alone, as in CPython."""
        codec = self._codec
        if (codec.mark or codec.encoder is not None) and self._can_write:
            if self._seekable:
                codec.restart(self._buffer.tell() == 0)
            elif codec.mark and codec.unit:
                codec.restart(False)

    def _set_newline(self, newline):
        self._newline = newline
        self._seen = 0
        self._writes = newline if newline in ("\r", "\r\n") else None
        self._lines = None

    def _forget(self):
        self._text, self._pos, self._chunk, self._tail, self._translated = "", 0, b"", b"", False
        self._snapshot, self._base = 0, 0

    __reduce__ = __reduce_ex__ = _cannot_pickle

    @property
    def _CHUNK_SIZE(self):
        return self._chunk_size

    @_CHUNK_SIZE.setter
    def _CHUNK_SIZE(self, size):
        size = _index(size)
        if size <= 0:
            raise ValueError("a strictly positive integer is required")
        self._chunk_size = size

    @_CHUNK_SIZE.deleter
    def _CHUNK_SIZE(self):
        raise AttributeError("cannot delete attribute")

    def _check(self):
        if self._buffer is None:
            self._attached()
        raw = self._raw
        if raw._fd < 0 if raw is not None else self._buffer.closed:
            raise ValueError("I/O operation on closed file.")

    def _check_reading(self):
        self._check()
        if not self._can_read:
            raise UnsupportedOperation("not readable")
        if self._pending:
            self._flush_pending()

    @property
    def buffer(self):
        return self._buffer

    @property
    def encoding(self):
        return self._encoding

    @property
    def errors(self):
        return self._errors

    @property
    def newlines(self):
        return _newlines_of(self._seen)

    @property
    def line_buffering(self):
        return self._line_buffering

    @property
    def write_through(self):
        return self._write_through

    @property
    def closed(self):
        return self._attached().closed

    @property
    def name(self):
        return self._attached().name

    def _attached(self):
        if self._buffer is None:
            raise ValueError("underlying buffer has been detached" if self._detached
                             else "I/O operation on uninitialized object")
        return self._buffer

    def __repr__(self):
        if not self._detached:
            self._attached()
        kind = f"{type(self).__module__}.{type(self).__qualname__}"
        out = f"<{kind}"
        try:
            out += f" name={self.name!r}"
        except (AttributeError, ValueError):
            pass
        try:
            out += f" mode={self.mode!r}"
        except AttributeError:
            pass
        return out + f" encoding={self._encoding!r}>"

    def readable(self):
        return self._attached().readable()

    def writable(self):
        return self._attached().writable()

    def seekable(self):
        self._attached()
        self._check()
        return self._buffer.seekable()

    def fileno(self):
        return self._attached().fileno()

    def isatty(self):
        return self._attached().isatty()

    def reconfigure(self, *, encoding=None, errors=None, newline=Ellipsis, line_buffering=None, write_through=None):
        changes = encoding is not None or errors is not None or newline is not Ellipsis
        if self._chunk and changes:
            raise UnsupportedOperation("It is not possible to set the encoding or newline of stream after the first read")
        if newline is not Ellipsis:
            if newline is not None and not isinstance(newline, str):
                raise TypeError(f"reconfigure() argument 'newline' must be str or None, not {_core.given_name(newline)}")
            _check_newline_of_file(newline)
        strict = self._errors if encoding is None else "strict"
        encoding = _text_argument("reconfigure", "encoding", encoding, self._encoding)
        errors = _text_argument("reconfigure", "errors", errors, strict)
        line_buffering = self._line_buffering if line_buffering is None else _flag_argument(line_buffering)
        write_through = self._write_through if write_through is None else _flag_argument(write_through)
        self.flush()
        if encoding == "locale":
            encoding = "utf-8"
        if encoding != self._encoding or errors != self._errors:
            self._codec = _Codec(encoding, errors)
            self._encoding, self._errors = encoding, errors
            self._restart_writing()
        if newline is not Ellipsis:
            self._set_newline(newline)
        self._line_buffering, self._write_through = line_buffering, write_through
        self._note_ways()

    def _dealloc_warn(self, source, /):
        warn = getattr(self._buffer, "_dealloc_warn", None)
        if warn is not None:
            warn(source)

    def detach(self):
        self._attached()
        self.flush()
        buffer, self._buffer, self._raw, self._detached = self._buffer, None, None, True
        _core.forget_stream(self)
        return buffer

    def flush(self):
        self._check()
        self._telling = self._seekable
        self._flush_pending()
        self._buffer.flush()

    def _flush_pending(self):
        if self._pending:
            pending, self._pending, self._pending_size = self._pending, [], 0
            self._buffer.write(_ttd_bufferedio.joined(pending))

    def close(self):
        buffer = self._attached()
        if buffer.closed:
            _core.forget_stream(self)
            return
        try:
            self.flush()
        finally:
            _core.forget_stream(self)
            buffer.close()

    # ---- writing

    def write(self, text, /):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {_core.given_name(text)}")
        self._check()
        if not self._can_write:
            raise UnsupportedOperation("not writable")
        flush = self._line_buffering and ("\n" in text or "\r" in text)
        data = self._codec.encode(text if self._writes is None else text.replace("\n", self._writes))
        most = self._chunk_size
        while self._pending and self._pending_size + len(data) > most:
            self._flush_pending()
        self._pending.append(data)
        self._pending_size += len(data)
        if self._pending_size >= most or flush or self._write_through:
            self._flush_pending()
        if flush:
            self._buffer.flush()
        if self._chunk and self._telling:
            self._forget()
        return len(text)

    # ---- reading

    def _fill(self):
        """Decodes one more chunk behind the text; gives whether anything came. What was read is dropped first."""
        if self._pos:
            used = self._offset(self._pos)
            self._text, self._chunk, self._pos = self._text[self._pos:], self._chunk[used:], 0
        read1 = getattr(self._buffer, "read1", None)
        data = self._buffer.read(self._chunk_size) if read1 is None else read1(self._chunk_size)
        if not isinstance(data, bytes):
            try:
                data = bytes(memoryview(data))
            except TypeError:
                name = "read" if read1 is None else "read1"
                raise TypeError(f"underlying {name}() should have returned a bytes-like object, "
                                f"not '{type(data).__name__}'") from None
        last = not data
        if self._codec.decoder is not None:
            self._step(data, last)
            return not last
        data = self._tail + data
        n = len(data) if last else self._codec.complete(data)
        self._decode(data, n, last)
        return not last or n > 0

    def _stepper(self):
        """What decodes step by step, line ends included."""
        if self._lines is None:
            self._lines = self._codec.decoder
            if not self._newline:
                self._lines = IncrementalNewlineDecoder(self._lines, self._newline is None)
        return self._lines

    def _step(self, data, last):
        """Decodes a piece, before which the decoder may hold some bytes."""
        stepper = self._stepper()
        if self._telling:
            state = stepper.getstate()
            if not isinstance(state, tuple):
                raise TypeError("illegal decoder state")
            if len(state) != 2 or not isinstance(state[1], int):
                raise TypeError("illegal decoder state")
            held, self._snapshot = state
            if not isinstance(held, bytes):
                raise TypeError("illegal decoder state: the first item should be a bytes object, "
                                f"not '{type(held).__name__}'")
            self._chunk = held + data
        self._base = len(self._text)
        text = stepper.decode(data, last)
        if not isinstance(text, str):
            raise TypeError(f"decoder should return a string result, not '{type(text).__name__}'")
        self._text += text
        if stepper is not self._codec.decoder:
            self._seen = stepper._seen

    def _decode(self, data, n, last):
        """Takes the first `n` bytes; a carriage return at the end waits for what follows it."""
        text = self._codec.decode(data[:n])
        if not self._newline:
            if not last and text.endswith("\r"):
                text = text[:-1]
                n -= self._codec.unit or 1
            if "\r" in text:
                self._seen |= _newlines_in(text)
                if self._newline is None:
                    text = _translate(text)
                    self._translated = True
            elif "\n" in text:
                self._seen |= _FEED
        self._text += text
        self._chunk += data[:n]
        self._tail = data[n:]

    def _offset(self, pos):
        """How many bytes of the chunk the first `pos` characters of the text are."""
        text, chunk = self._text, self._chunk
        if pos >= len(text):
            return len(chunk)
        if not self._translated and len(text) == len(chunk):
            return pos
        # Mostly the beginning of one line is left.
        rest = text[pos:]
        exact = self._errors in ("strict", "surrogateescape") or self._errors == "replace" and "\ufffd" not in rest
        if exact and not self._codec.mark and not (self._translated and "\n" in rest):
            return len(chunk) - len(rest.encode(self._codec.reading, self._errors))
        # The smallest number of bytes that decodes to as much text.
        low, high = 0, len(chunk)
        while low < high:
            middle = (low + high) // 2
            part = chunk[:middle]
            part = part[:self._codec.complete(part)].decode(self._codec.reading, self._errors)
            if self._newline is None:
                part = _translate(part)
            if len(part) < pos:
                low = middle + 1
            else:
                high = middle
        if self._translated and chunk[low - 1:low + 1] == b"\r\n":
            low += 1
        return low

    def read(self, size=-1, /):
        size = _size(size)
        self._check_reading()
        if size < 0:
            text = self._text[self._pos:]
            data = self._buffer.read()
            if self._codec.decoder is not None:
                self._forget()
                self._step(data, True)
                text += self._text
                self._forget()
                return text
            data = self._tail + data
            self._forget()
            self._decode(data, len(data), True)
            text += self._text
            self._forget()
            return text
        while len(self._text) - self._pos < size:
            if not self._fill():
                break
        at = self._pos
        text = self._text[at:at + size]
        self._pos = at + len(text)
        return text

    def readline(self, size=-1, /):
        size = _index(size) if size is not None else -1
        self._check_reading()
        return self._line(size)

    def _line(self, size):
        start, more = self._pos, True
        while True:
            text, at = self._text, self._pos
            end = _line_end(text, start, self._newline)
            if not end and more and (size < 0 or len(text) - at < size):
                # Filling drops the text before `at`. The last character may begin a line end.
                start = max(len(text) - 1 - at, 0)
                more = self._fill()
                continue
            end = end or len(text)
            if 0 <= size < end - at:
                end = at + size
            self._pos = end
            return text[at:end]

    def __next__(self):
        self._telling = False
        self._check()
        if self._can_read and not self._pending:
            at = self._pos
            if self._newline is None:
                end = self._text.find("\n", at) + 1
                if end:
                    self._pos = end
                    return self._text[at:end]
            line = self._line(-1)
        else:
            line = self.readline()
        if not line:
            self._telling = self._seekable
            raise StopIteration
        return line

    # ---- positions

    def tell(self):
        self._check()
        if not self._seekable:
            raise UnsupportedOperation("underlying stream is not seekable")
        if not self._telling:
            raise OSError("telling position disabled by next() call")
        self._flush_pending()
        self._buffer.flush()
        if self._codec.decoder is not None:
            return self._cookie()
        return self._buffer.tell() - len(self._tail) - len(self._chunk) + self._offset(self._pos)

    def _cookie(self):
        """The position in one number: of the last place that the decoder can begin at, with its state there, then the
        bytes and characters from there on."""
        position = self._buffer.tell() - len(self._chunk)
        skip, state, fed, at_end = self._pos - self._base, self._snapshot, 0, 0
        if not self._chunk:
            return position
        if skip > 0:
            stepper = self._stepper()
            saved = stepper.getstate()
            try:
                stepper.setstate((b"", state))
                chars = 0
                for byte in self._chunk:
                    chars += len(stepper.decode(bytes((byte,))))
                    fed += 1
                    held, now = stepper.getstate()
                    if not held and chars <= skip:
                        position, skip, state, fed, chars = position + fed, skip - chars, now, 0, 0
                    if chars >= skip:
                        break
                else:
                    at_end = 1
                    if chars + len(stepper.decode(b"", True)) < skip:
                        raise OSError("can't reconstruct logical file position")
            finally:
                stepper.setstate(saved)
        return position | state << 64 | fed << 128 | skip << 192 | at_end << 256

    def _go_to_cookie(self, cookie):
        mask = (1 << 64) - 1
        position, state, fed, skip = (cookie >> shift & mask for shift in (0, 64, 128, 192))
        at_end = cookie >> 256
        self._buffer.seek(position)
        self._forget()
        stepper = self._stepper()
        if cookie:
            stepper.setstate((b"", state))
        else:
            stepper.reset()
        if skip:
            data = self._buffer.read(fed)
            self._snapshot, self._chunk = state, data
            self._text = stepper.decode(data, bool(at_end))
            if len(self._text) < skip:
                raise OSError("can't restore logical file position")
            self._pos = skip

    def seek(self, cookie, whence=0, /):
        self._check()
        if not self._seekable:
            raise UnsupportedOperation("underlying stream is not seekable")
        if whence == 1:
            if cookie != 0:
                raise UnsupportedOperation("can't do nonzero cur-relative seeks")
            cookie = self.tell()
        elif whence == 2:
            if cookie != 0:
                raise UnsupportedOperation("can't do nonzero end-relative seeks")
            self.flush()
            self._forget()
            at = self._buffer.seek(0, 2)
            self._codec.restart(at == 0)
            return at
        elif whence != 0:
            raise ValueError(f"invalid whence ({whence}, should be 0, 1 or 2)")
        if cookie < 0:
            raise ValueError(f"negative seek position {cookie!r}")
        self.flush()
        if self._codec.decoder is not None:
            self._go_to_cookie(cookie)
        else:
            self._buffer.seek(cookie)
            self._forget()
        self._codec.restart(cookie == 0)
        return cookie

    def truncate(self, size=None, /):
        self.flush()
        return self._buffer.truncate(size)


_ttd_builtins.set_stream_base(TextIOWrapper)


def _check_newline_of_file(newline):
    if newline is not None and not isinstance(newline, str):
        raise TypeError(f"illegal newline type: {type(newline).__name__}")
    if newline not in (None, "", "\n", "\r", "\r\n"):
        raise ValueError(f"illegal newline value: {newline}")


class IncrementalNewlineDecoder:
    """Codec used when reading a file in universal newlines mode."""

    _held = None

    def __init__(self, decoder, translate, errors="strict"):
        self.decoder, self.translate, self.errors = decoder, translate, errors
        self._held = False
        self._seen = 0

    def _check(self):
        if self._held is None:
            raise ValueError("IncrementalNewlineDecoder.__init__() not called")

    def decode(self, input, final=False):
        self._check()
        text = input if self.decoder is None else self.decoder.decode(input, final)
        if not isinstance(text, str):
            raise TypeError(f"decoder should return a string result, not '{type(text).__name__}'")
        if self._held and (text or final):
            text = "\r" + text
            self._held = False
        if text.endswith("\r") and not final:
            text = text[:-1]
            self._held = True
        self._seen |= _newlines_in(text)
        return _translate(text) if self.translate else text

    def getstate(self):
        self._check()
        data, flags = b"", 0
        if self.decoder is not None:
            state = self.decoder.getstate()
            if not isinstance(state, tuple):
                raise TypeError("illegal decoder state")
            data, flags = state
        return data, flags << 1 | self._held

    def setstate(self, state, /):
        self._check()
        if not isinstance(state, tuple):
            raise TypeError("state argument must be a tuple")
        data, flags = state
        self._held = bool(flags & 1)
        if self.decoder is not None:
            self.decoder.setstate((data, flags >> 1))

    def reset(self):
        self._check()
        self._seen, self._held = 0, False
        if self.decoder is not None:
            self.decoder.reset()

    @property
    def newlines(self):
        return _newlines_of(self._seen)


