# ---- Streams, part 3: buffers over raw streams.

_EAGAIN, _BLOCKED = 11, "write could not complete without blocking"


class _Buffered(_BufferedIOBase):
    """What buffered streams over a raw one have in common: bytes read ahead in `_ahead` from `_at` on, or bytes to be
    written in `_pending`. Not both at once. `_end` is the position of the raw stream, where `_ahead` ends, if known."""

    _raw = None
    _detached = False
    _ahead = b""
    _at = 0
    # Whether the last reading found nothing yet.
    _blocked = False

    def _start(self, raw, buffer_size):
        self._raw, self._detached = None, False
        if buffer_size <= 0:
            raise ValueError("buffer size must be strictly positive")
        self._raw = raw
        self._buffer_size = buffer_size
        self._ahead = b""
        self._at = 0
        self._end = None
        self._pending = bytearray()

    def _check(self, what):
        raw = self._raw
        if raw is None:
            self._check_attached()
        # What was read ahead can be had as long as it lasts.
        if raw.closed and self._at == len(self._ahead):
            raise ValueError(what)

    @property
    def raw(self):
        return self._raw

    @property
    def closed(self):
        self._check_attached()
        return self._raw.closed

    @property
    def name(self):
        return self.raw.name

    @property
    def mode(self):
        return self.raw.mode

    def _check_attached(self):
        if self._raw is None:
            raise ValueError("raw stream has been detached" if self._detached else "I/O operation on uninitialized object")

    __reduce__ = __reduce_ex__ = _cannot_pickle

    def __repr__(self):
        kind = f"{type(self).__module__}.{type(self).__qualname__}"
        try:
            return f"<{kind} name={self.name!r}>"
        except (AttributeError, ValueError):
            return f"<{kind}>"

    def fileno(self):
        self._check_attached()
        return self._raw.fileno()

    def isatty(self):
        self._check_attached()
        return self._raw.isatty()

    def seekable(self):
        self._check_attached()
        return self._raw.seekable()

    def _dealloc_warn(self, source, /):
        warn = getattr(self._raw, "_dealloc_warn", None)
        if warn is not None:
            warn(source)

    def detach(self):
        self._check_attached()
        self.flush()
        raw, self._raw, self._detached = self._raw, None, True
        _core.forget_stream(self)
        return raw

    def close(self):
        self._check_attached()
        if self._raw.closed:
            _core.forget_stream(self)
            return
        try:
            self.flush()
        finally:
            _core.forget_stream(self)
            self._ahead, self._at = b"", 0
            self._raw.close()

    def flush(self):
        self._check("flush of closed file")
        self._drop_ahead()
        self._flush_pending()

    def _drop_ahead(self):
        """Puts the raw stream where this one is."""
        rest = len(self._ahead) - self._at
        self._ahead, self._at = b"", 0
        self._end = None
        if rest and self._raw.seekable():
            self._raw.seek(-rest, 1)

    def _flush_pending(self):
        pending = self._pending
        self._end = None
        while pending:
            n = self._raw_write(bytes(pending))
            if n is None:
                raise BlockingIOError(_EAGAIN, _BLOCKED, 0)
            del pending[:n]

    def _raw_write(self, data):
        n = self._raw.write(data)
        if n is not None and not 0 <= n <= len(data):
            raise OSError(f"raw write() returned invalid length {n} (should have been between 0 and {len(data)})")
        return n

    def _raw_position(self, at):
        """What the raw stream says its position is."""
        if _index(at) < 0:
            raise OSError(f"Raw stream returned invalid position {at}")
        return at

    def _raw_read(self, size):
        """Reads once from below: bytes, or None when nothing is there yet."""
        raw = self._raw
        if type(raw) in (FileIO, BytesIO) and not _ttd_bufferedio.has_own(raw, "readinto"):
            return raw.read(size)
        room = bytearray(size)
        try:
            n = raw.readinto(memoryview(room))
            if n is None:
                return None
            n = _index(n)
        except TypeError as e:
            raise OSError("raw readinto() failed") from e
        if not 0 <= n <= size:
            raise OSError(f"raw readinto() returned invalid length {n} (should have been between 0 and {size})")
        return bytes(memoryview(room)[:n])

    def tell(self):
        self._check_attached()
        end = self._end = self._raw_position(self._raw.tell())
        # A device may always be at its beginning.
        return max(end - (len(self._ahead) - self._at) + len(self._pending), 0)

    def seek(self, offset, whence=0, /):
        self._check("seek of closed file")
        if whence not in (0, 1, 2, 3, 4):
            raise ValueError(f"whence value {whence} unsupported")
        if not self._raw.seekable():
            raise UnsupportedOperation("File or stream is not seekable.")
        offset = _index(offset)
        if self._pending:
            self._flush_pending()
        length = len(self._ahead)
        rest = length - self._at
        if length and whence < 2:
            # As in CPython, what was read ahead is kept when the new position lies in it.
            end = self._end
            if end is None:
                end = self._end = self._raw_position(self._raw.tell())
            to = offset if whence == 0 else end - rest + offset
            if end - length <= to <= end:
                self._at = to - end + length
                return max(to, 0)
        if whence == 1:
            offset -= rest
        self._ahead, self._at = b"", 0
        self._end = None
        at = self._end = self._raw_position(self._raw.seek(offset, whence))
        return at

    def truncate(self, size=None, /):
        self._check("truncate of closed file")
        if not self._raw.writable():
            raise UnsupportedOperation("truncate")
        self.flush()
        if size is None:
            size = self.tell()
        return self._raw.truncate(size)

    # ---- reading

    def _fill(self):
        """Reads once from below; gives whether anything came. The bytes before were used up."""
        if self._pending:
            self._flush_pending()
        data = self._raw_read(self._buffer_size)
        self._blocked = data is None
        data = self._ahead = data or b""
        self._at = 0
        if self._end is not None:
            self._end += len(data)
        return bool(data)

    def _read(self, size):
        size = _size(size)
        if size < -1:
            raise ValueError("read length must be non-negative or -1")
        self._check("read of closed file")
        if size == -1:
            return self._read_all()
        ahead, at = self._ahead, self._at
        if size <= len(ahead) - at:
            self._at = at + size
            return ahead[at:at + size]
        if self._pending:
            self._flush_pending()
        pieces, have = [ahead[at:]], len(ahead) - at
        self._ahead, self._at = b"", 0
        while have < size:
            data = self._raw_read(max(size - have, self._buffer_size))
            if not data:
                if data is None and not have:
                    return None
                break
            if self._end is not None:
                self._end += len(data)
            take = data[:size - have]
            pieces.append(take)
            have += len(take)
            if len(take) < len(data):
                self._ahead, self._at = data, len(take)
        return b"".join(pieces)

    def _read_all(self):
        if self._pending:
            self._flush_pending()
        first = self._ahead[self._at:]
        self._ahead, self._at, self._end = b"", 0, None
        readall = getattr(self._raw, "readall", None)
        if readall is not None:
            data = readall()
            if data is None:
                return first or None
            return first + data
        pieces = [first]
        while data := self._raw.read():
            pieces.append(data)
        return b"".join(pieces)

    def _read1(self, size):
        size = _index(size)
        self._check("read of closed file")
        if size < 0:
            size = self._buffer_size
        if size == 0:
            return b""
        if self._at == len(self._ahead) and not self._fill():
            return b""
        at = self._at
        data = self._ahead[at:at + size]
        self._at = at + len(data)
        return data

    def _peek(self, size):
        self._check("peek of closed file")
        if self._at == len(self._ahead):
            self._fill()
        return self._ahead[self._at:]

    def _readline(self, size):
        size = _size(size)
        self._check("readline of closed file")
        at = self._at
        end = self._ahead.find(b"\n", at) + 1
        if end and (size < 0 or end - at <= size):
            self._at = end
            return self._ahead[at:end]
        pieces, have = [], 0
        while size < 0 or have < size:
            if self._at == len(self._ahead) and not self._fill():
                break
            at = self._at
            end = self._ahead.find(b"\n", at) + 1 or len(self._ahead)
            if size >= 0:
                end = min(end, at + size - have)
            piece = self._ahead[at:end]
            self._at = end
            pieces.append(piece)
            have += len(piece)
            if piece.endswith(b"\n"):
                break
        return b"".join(pieces)

    def _readinto(self, buffer, function, once):
        room = _room(buffer, function)
        self._check("readinto of closed file")
        data = self._read1(room) if once else self._read(room)
        if once and data and room - len(data) > self._buffer_size:
            # What does not fit into the buffer is read past it.
            data += self._raw_read(room - len(data)) or b""
            self._end = None
        if data is None or once and not data and room and self._blocked:
            return None
        _ttd_builtins.fill(buffer, data)
        return len(data)

    # ---- writing

    def _write(self, data):
        self._check("write to closed file")
        data = _data(data)
        if self._ahead:
            self._drop_ahead()
        pending, most = self._pending, self._buffer_size
        if pending and len(pending) + len(data) > most:
            try:
                self._flush_pending()
            except BlockingIOError:
                self._keep(data, 0)
                return len(data)
        at = 0
        while len(data) - at > most:
            self._end = None
            n = self._raw_write(bytes(data[at:]))
            if n is None:
                self._keep(data, at)
                return len(data)
            at += n
        pending += data[at:] if at else data
        return len(data)

    def _keep(self, data, at):
        """Takes the bytes from `at` on into the buffer, as many as it has room for: the stream takes none now."""
        end = at + self._buffer_size - len(self._pending)
        self._pending += data[at:end]
        if end < len(data):
            raise BlockingIOError(_EAGAIN, _BLOCKED, end)


class BufferedReader(_Buffered):
    """Create a new buffered reader using the given readable raw IO object."""

    def __init__(self, raw, buffer_size=DEFAULT_BUFFER_SIZE):
        if not raw.readable():
            raise UnsupportedOperation("File or stream is not readable.")
        self._start(raw, buffer_size)
        _core.register_stream(self)

    def readable(self):
        self._check_attached()
        return self._raw.readable()

    seek, tell = _Buffered.seek, _Buffered.tell

    def read(self, size=-1, /):
        return self._read(size)

    def read1(self, size=-1, /):
        return self._read1(size)

    def peek(self, size=0, /):
        return self._peek(size)

    def readline(self, size=-1, /):
        return self._readline(size)

    def readinto(self, buffer, /):
        return self._readinto(buffer, "readinto", False)

    def readinto1(self, buffer, /):
        return self._readinto(buffer, "readinto1", True)

    def flush(self):
        self._check("I/O operation on closed file.")

    def truncate(self, size=None, /):
        self._check("truncate of closed file")
        raise UnsupportedOperation("truncate")

    def __next__(self):
        line = self._readline(-1)
        if not line:
            raise StopIteration
        return line


class BufferedWriter(_Buffered):
    """A buffer for a writeable sequential RawIO object."""

    def __init__(self, raw, buffer_size=DEFAULT_BUFFER_SIZE):
        if not raw.writable():
            raise UnsupportedOperation("File or stream is not writable.")
        self._start(raw, buffer_size)
        _core.register_stream(self)

    def writable(self):
        self._check_attached()
        return self._raw.writable()

    def write(self, data, /):
        return self._write(data)

    def readline(self, size=-1, /):
        self._unsupported("read")


class BufferedRandom(_Buffered):
    """A buffered interface to random access streams."""

    def __init__(self, raw, buffer_size=DEFAULT_BUFFER_SIZE):
        if not raw.seekable():
            raise UnsupportedOperation("File or stream is not seekable.")
        if not raw.readable():
            raise UnsupportedOperation("File or stream is not readable.")
        if not raw.writable():
            raise UnsupportedOperation("File or stream is not writable.")
        self._start(raw, buffer_size)
        _core.register_stream(self)

    seek, tell = _Buffered.seek, _Buffered.tell
    readable, writable = BufferedReader.readable, BufferedWriter.writable
    read = BufferedReader.read
    read1 = BufferedReader.read1
    peek = BufferedReader.peek
    readline = BufferedReader.readline
    readinto = BufferedReader.readinto
    readinto1 = BufferedReader.readinto1
    __next__ = BufferedReader.__next__
    write = BufferedWriter.write


class BufferedRWPair(_BufferedIOBase):
    """A buffered reader and writer object together."""

    def __init__(self, reader, writer, buffer_size=DEFAULT_BUFFER_SIZE, /):
        self.reader = BufferedReader(reader, buffer_size)
        self.writer = BufferedWriter(writer, buffer_size)

    def read(self, size=-1, /):
        return self.reader.read(size)

    def read1(self, size=-1, /):
        return self.reader.read1(size)

    def peek(self, size=0, /):
        return self.reader.peek(size)

    def readinto(self, buffer, /):
        return self.reader.readinto(buffer)

    def readinto1(self, buffer, /):
        return self.reader.readinto1(buffer)

    def write(self, data, /):
        return self.writer.write(data)

    def flush(self):
        return self.writer.flush()

    def readable(self):
        return self.reader.readable()

    def writable(self):
        return self.writer.writable()

    def isatty(self):
        return self.writer.isatty() or self.reader.isatty()

    def close(self):
        try:
            self.writer.close()
        finally:
            self.reader.close()

    @property
    def closed(self):
        return self.writer.closed


class _StandardWriter(BufferedWriter):
    """Below `sys.stdout` and `sys.stderr`: nothing is kept back, so that it comes in the order of the program."""

    def write(self, data, /):
        n = self._write(data)
        self._flush_pending()
        return n


_StandardWriter.__name__ = _StandardWriter.__qualname__ = "BufferedWriter"


def _standard_buffer(fd):
    raw = FileIO(fd, "w" if fd else "r", closefd=False)
    raw.name = ("<stdin>", "<stdout>", "<stderr>")[fd]
    return _StandardWriter(raw) if fd else BufferedReader(raw)


