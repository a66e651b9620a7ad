# ---- Streams, part 5: text over binary streams.

_UTF8 = ("utf-8", "utf8", "u8", "utf", "cp65001", "utf-8-sig", "utf8-sig")
_SINGLE = ("ascii", "us-ascii", "646", "latin-1", "latin1", "latin", "l1", "iso-8859-1", "iso8859-1", "8859")
_MARKED = {"utf-16": (2, (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")),
           "utf-32": (4, (b"\xff\xfe\0\0", "utf-32-le"), (b"\0\0\xfe\xff", "utf-32-be"))}


class _Codec:
    """Turns bytes that come in pieces into text and back. `unit` is the width in bytes that pieces must have, 0 for
    UTF-8; `encoding` what text is written with, which is another once the mark at the beginning is out."""

    def __init__(self, encoding, errors):
        plain = encoding.lower().replace("_", "-").replace(" ", "-")
        "".encode(encoding)
        self.errors = errors
        self.name = encoding
        self.mark = ()
        if plain in _UTF8:
            self.unit = 0
            if plain in ("utf-8-sig", "utf8-sig"):
                self.mark = ((b"\xef\xbb\xbf", "utf-8"),)
        elif plain in _SINGLE:
            self.unit = 1
        elif not plain.startswith("utf"):
            # The other codecs for text are tables.
            self.unit = 1
        else:
            plain = plain.replace("utf16", "utf-16").replace("utf32", "utf-32")
            self.unit = 4 if "32" in plain else 2
            self.mark = _MARKED.get(plain, (0,))[1:]
        self.reading = self.writing = encoding

    def restart(self, at_start):
        """Whether the mark is still to come."""
        self.reading = self.writing = self.name
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
        data = text.encode(self.writing, self.errors)
        if self.mark and text:
            self.writing = self.mark[0][1]
        return data


class TextIOWrapper(_TextIOBase):
    """Character and line based layer over a BufferedIOBase object, buffer."""

    # `_text` from `_pos` on is decoded and unread; `_chunk` are the bytes of all of it, `_tail` those of an
    # incomplete character after them. `_pending` are written strings.

    _buffer = None

    def __init__(self, buffer, encoding=None, errors=None, newline=None, line_buffering=False, write_through=False):
        _check_newline_of_file(newline)
        if encoding is None or encoding == "locale":
            encoding = "utf-8"
        if not isinstance(encoding, str):
            raise TypeError(f"TextIOWrapper() argument 'encoding' must be str or None, not {type(encoding).__name__}")
        if errors is None:
            errors = "strict"
        if not isinstance(errors, str):
            raise TypeError(f"TextIOWrapper() argument 'errors' must be str or None, not {type(errors).__name__}")
        self._codec = _Codec(encoding, errors)
        self._encoding, self._errors = encoding, errors
        self._set_newline(newline)
        self._line_buffering, self._write_through = bool(line_buffering), bool(write_through)
        self._buffer = buffer
        self._raw = buffer.raw if type(buffer) in (BufferedReader, BufferedWriter, BufferedRandom) else None
        if type(self._raw) is not FileIO:
            self._raw = None
        self._seekable = self._telling = buffer.seekable()
        self._can_read, self._can_write = buffer.readable(), buffer.writable()
        self._pending, self._pending_size = [], 0
        self._forget()
        if self._codec.mark and self._can_write and self._seekable:
            self._codec.restart(buffer.tell() == 0)
        if self._can_write and (self._raw is not None):
            _core.register_stream(self)

    def _set_newline(self, newline):
        self._newline = newline
        self._seen = 0
        self._writes = newline if newline in ("\r", "\r\n") else None

    def _forget(self):
        self._text, self._pos, self._chunk, self._tail, self._translated = "", 0, b"", b"", False

    def _check(self):
        if self._buffer is None:
            raise ValueError("underlying buffer has been detached")
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
        if self._buffer is None:
            raise ValueError("underlying buffer has been detached")
        return self._buffer.closed

    @property
    def name(self):
        return self._attached().name

    def _attached(self):
        if self._buffer is None:
            raise ValueError("underlying buffer has been detached")
        return self._buffer

    def __repr__(self):
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
            _check_newline_of_file(newline)
        self.flush()
        if encoding is not None or errors is not None:
            if errors is None:
                errors = self._errors if encoding is None else "strict"
            if encoding is None:
                encoding = self._encoding
            elif encoding == "locale":
                encoding = "utf-8"
            self._codec = _Codec(encoding, errors)
            self._encoding, self._errors = encoding, errors
        if newline is not Ellipsis:
            self._set_newline(newline)
        if line_buffering is not None:
            self._line_buffering = bool(line_buffering)
        if write_through is not None:
            self._write_through = bool(write_through)

    def _dealloc_warn(self, source, /):
        warn = getattr(self._buffer, "_dealloc_warn", None)
        if warn is not None:
            warn(source)

    def detach(self):
        self._attached()
        self.flush()
        buffer, self._buffer, self._raw = self._buffer, None, None
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
            self._buffer.write(b"".join(pending))

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
        self._pending.append(data)
        self._pending_size += len(data)
        if self._pending_size > _CHUNK_SIZE or flush or self._write_through:
            self._flush_pending()
        if flush:
            self._buffer.flush()
        if self._chunk:
            self._forget()
        return len(text)

    # ---- reading

    def _fill(self):
        """Decodes one more chunk behind the text; gives whether anything came. What was read is dropped first."""
        if self._pos:
            used = self._offset(self._pos)
            self._text, self._chunk, self._pos = self._text[self._pos:], self._chunk[used:], 0
        read1 = getattr(self._buffer, "read1", None)
        data = self._buffer.read(_CHUNK_SIZE) if read1 is None else read1(_CHUNK_SIZE)
        if not isinstance(data, (bytes, bytearray)):
            name = "read" if read1 is None else "read1"
            raise TypeError(f"underlying {name}() should have returned a bytes-like object, not '{type(data).__name__}'")
        last = not data
        data = self._tail + data
        n = len(data) if last else self._codec.complete(data)
        self._decode(data, n, last)
        return not last or n > 0

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
            data = self._tail + self._buffer.read()
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
        return self._buffer.tell() - len(self._tail) - len(self._chunk) + self._offset(self._pos)

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

    def __init__(self, decoder, translate, errors="strict"):
        self.decoder, self.translate, self.errors = decoder, translate, errors
        self._held = False
        self._seen = 0

    def decode(self, input, final=False):
        text = input if self.decoder is None else self.decoder.decode(input, final=final)
        if self._held and (text or final):
            text = "\r" + text
            self._held = False
        if text.endswith("\r") and not final:
            text = text[:-1]
            self._held = True
        self._seen |= _newlines_in(text)
        return _translate(text) if self.translate else text

    def reset(self):
        self._seen, self._held = 0, False
        if self.decoder is not None:
            self.decoder.reset()

    @property
    def newlines(self):
        return _newlines_of(self._seen)


