"""The classes of streams: what `io` and the builtin `open` give.

Only the calls of the system are native (`_posix`). Buffers and positions are attributes of ordinary objects, so that
they travel in time with the program; the system's own position of a file stays where the recording ends.
"""

import _posix
import _ttd_builtins
import builtins

DEFAULT_BUFFER_SIZE = 128 * 1024
_CHUNK_SIZE = 8192
_O_ACCMODE, _O_WRONLY, _O_RDWR, _O_CREAT, _O_EXCL, _O_TRUNC, _O_APPEND, _O_CLOEXEC = (
    3, 1, 2, 0o100, 0o200, 0o1000, 0o2000, 0o2000000)
_KINDS, _DIRECTORY, _CHARACTERS = 0o170000, 0o040000, 0o020000

BlockingIOError = BlockingIOError


class UnsupportedOperation(OSError, ValueError):
    pass


UnsupportedOperation.__module__ = "io"

# Streams with something to write at the end of the program, by identity.
_unflushed = {}


def _open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    file = _posix.open_path(file)
    if not isinstance(mode, str):
        raise TypeError(f"open() argument 'mode' must be str, not {type(mode).__name__}")
    for name, value in (("encoding", encoding), ("errors", errors), ("newline", newline)):
        if value is not None and not isinstance(value, str):
            raise TypeError(f"open() argument {name!r} must be str or None, not {type(value).__name__}")
    if not hasattr(type(buffering), "__index__"):
        raise TypeError(f"'{type(buffering).__name__}' object cannot be interpreted as an integer")
    modes = set(mode)
    if modes - set("axrwb+t") or len(mode) > len(modes):
        raise ValueError(f"invalid mode: {mode!r}")
    text, binary = "t" in modes, "b" in modes
    if text and binary:
        raise ValueError("can't have text and binary mode at once")
    kinds = [letter for letter in "xrwa" if letter in modes]
    if len(kinds) > 1:
        raise ValueError("must have exactly one of create/read/write/append mode")
    if binary:
        for name, value in (("an encoding", encoding), ("an errors", errors), ("a newline", newline)):
            if value is not None:
                raise ValueError(f"binary mode doesn't take {name} argument")
    plus = "+" if "+" in modes else ""
    raw = FileIO(file, "".join(kinds) + plus, closefd, opener)
    result = raw
    try:
        line_buffering = buffering == 1 and not binary
        if buffering == 1 or buffering < 0 and raw._is_terminal():
            buffering = -1
            line_buffering = not binary
        if buffering < 0:
            buffering = DEFAULT_BUFFER_SIZE
        if buffering == 0:
            if binary:
                return result
            raise ValueError("can't have unbuffered text I/O")
        if plus:
            buffer = BufferedRandom(raw, buffering)
        elif "r" in modes:
            buffer = BufferedReader(raw, buffering)
        else:
            buffer = BufferedWriter(raw, buffering)
        result = buffer
        if binary:
            return result
        result = TextIOWrapper(buffer, encoding, errors, newline, line_buffering)
        result.mode = mode
        return result
    except BaseException:
        result.close()
        raise


def open_code(path):
    return _open(path, "rb")


def text_encoding(encoding, stacklevel=2, /):
    return "locale" if encoding is None else encoding


def _close_all():
    """Writes what is left in buffers when the program is over; gives what went wrong, with the stream."""
    problems = []
    while _unflushed:
        for kind in (TextIOWrapper, _IOBase):
            for stream in list(_unflushed.values()):
                if isinstance(stream, kind):
                    _unflushed.pop(id(stream), None)
                    shown = repr(stream)
                    try:
                        stream.close()
                    except Exception as e:
                        problems.append(f"Exception ignored in: {shown}\n{type(e).__name__}: {e}\n")
    return "".join(problems)


def _size(value):
    if value is None:
        return -1
    if isinstance(value, int):
        return value
    index = getattr(type(value), "__index__", None)
    if index is None:
        raise TypeError(f"argument should be integer or None, not '{type(value).__name__}'")
    return index(value)


def _index(value):
    if isinstance(value, int):
        return value
    index = getattr(type(value), "__index__", None)
    if index is None:
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
    return index(value)


def _data(data):
    if isinstance(data, (bytes, bytearray)):
        return data
    raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'")


def _room(buffer, function="readinto"):
    if isinstance(buffer, bytearray):
        return len(buffer)
    raise TypeError(f"{function}() argument must be read-write bytes-like object, not {type(buffer).__name__}")


class _IOBase:
    """The abstract base class for all I/O classes."""

    _is_closed = False

    def _unsupported(self, name):
        raise UnsupportedOperation(name)

    def seek(self, offset, whence=0, /):
        self._unsupported("seek")

    def tell(self):
        return self.seek(0, 1)

    def truncate(self, size=None, /):
        self._unsupported("truncate")

    def fileno(self):
        self._unsupported("fileno")

    def flush(self):
        self._checkClosed()

    def close(self):
        if not self._is_closed:
            try:
                self.flush()
            finally:
                self._is_closed = True

    @property
    def closed(self):
        return self._is_closed

    def seekable(self):
        return False

    def readable(self):
        return False

    def writable(self):
        return False

    def isatty(self):
        self._checkClosed()
        return False

    def _checkClosed(self, message=None):
        if self.closed:
            raise ValueError("I/O operation on closed file." if message is None else message)

    def _checkSeekable(self, message=None):
        if not self.seekable():
            raise UnsupportedOperation("File or stream is not seekable." if message is None else message)

    def _checkReadable(self, message=None):
        if not self.readable():
            raise UnsupportedOperation("File or stream is not readable." if message is None else message)

    def _checkWritable(self, message=None):
        if not self.writable():
            raise UnsupportedOperation("File or stream is not writable." if message is None else message)

    def __enter__(self):
        self._checkClosed()
        return self

    def __exit__(self, *args):
        self.close()

    def __iter__(self):
        self._checkClosed()
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def readline(self, size=-1, /):
        size = _size(size)
        line = bytearray()
        peek = getattr(self, "peek", None)
        while size < 0 or len(line) < size:
            n = 1
            if peek is not None:
                ahead = peek(1)
                if ahead:
                    n = ahead.find(b"\n") + 1 or len(ahead)
                    if size >= 0:
                        n = min(n, size - len(line))
            data = self.read(n)
            if not data:
                break
            line += data
            if data.endswith(b"\n"):
                break
        return bytes(line)

    def readlines(self, hint=-1, /):
        hint = _size(hint)
        if hint <= 0:
            return list(self)
        lines, total = [], 0
        for line in self:
            lines.append(line)
            total += len(line)
            if total >= hint:
                break
        return lines

    def writelines(self, lines, /):
        self._checkClosed()
        for line in lines:
            self.write(line)


class _RawIOBase(_IOBase):
    """Base class for raw binary I/O."""

    def read(self, size=-1, /):
        size = _size(size)
        if size < 0:
            return self.readall()
        buffer = bytearray(size)
        n = self.readinto(buffer)
        if n is None:
            return None
        return bytes(buffer[:n])

    def readall(self):
        pieces = []
        while data := self.read(DEFAULT_BUFFER_SIZE):
            pieces.append(data)
        if not pieces and data is None:
            return None
        return b"".join(pieces)

    def readinto(self, buffer, /):
        raise NotImplementedError

    def write(self, data, /):
        raise NotImplementedError


class _BufferedIOBase(_IOBase):
    """Base class for buffered IO objects."""

    def detach(self):
        self._unsupported("detach")

    def read(self, size=-1, /):
        self._unsupported("read")

    def read1(self, size=-1, /):
        self._unsupported("read1")

    def write(self, data, /):
        self._unsupported("write")

    def readinto(self, buffer, /):
        data = self.read(_room(buffer))
        buffer[:len(data)] = data
        return len(data)

    def readinto1(self, buffer, /):
        data = self.read1(_room(buffer, "readinto1"))
        buffer[:len(data)] = data
        return len(data)


class _TextIOBase(_IOBase):
    """Base class for text I/O."""

    encoding = None
    errors = None
    newlines = None

    def detach(self):
        self._unsupported("detach")

    def read(self, size=-1, /):
        self._unsupported("read")

    def readline(self, size=-1, /):
        self._unsupported("readline")

    def write(self, text, /):
        self._unsupported("write")


class FileIO(_RawIOBase):
    """Open a file."""

    _fd = -1
    _terminal = False

    def __init__(self, file, mode="r", closefd=True, opener=None):
        if self._fd >= 0:
            self.close()
        if isinstance(file, float):
            raise TypeError("integer argument expected, got float")
        if not isinstance(mode, str):
            raise TypeError(f"FileIO() argument 'mode' must be str, not {type(mode).__name__}")
        if set(mode) - set("xrwab+"):
            raise ValueError(f"invalid mode: {mode}")
        if sum(mode.count(c) for c in "rwax") != 1 or mode.count("+") > 1:
            raise ValueError("Must have exactly one of create/read/write/append mode and at most one plus")
        self._created, self._appending, self._truncates = "x" in mode, "a" in mode, "w" in mode
        self._readable = "r" in mode or "+" in mode
        self._writable = "r" not in mode or "+" in mode
        self._seekable = None
        self._closefd = bool(closefd)
        self.name = file
        if hasattr(type(file), "__index__"):
            if file < 0:
                raise ValueError("negative file descriptor")
            fd = file.__index__()
            if fd > 2:
                kind = self._check_kind(fd)
        else:
            if not closefd:
                raise ValueError("Cannot use closefd=False with file name")
            _posix.open_path(file)
            fd = self._open(file, opener)
            try:
                self._check_kind(fd)
            except OSError:
                _posix.close(fd)
                raise
        self._fd = fd
        self._is_closed = False
        if self._appending:
            try:
                _posix.lseek(fd, 0, 2)
            except OSError:
                if fd > 2:
                    self.close()
                    raise

    def _open(self, file, opener):
        flags = _O_CLOEXEC | (_O_RDWR if self._readable and self._writable else _O_WRONLY if self._writable else 0)
        if self._created:
            flags |= _O_EXCL | _O_CREAT
        elif self._appending:
            flags |= _O_APPEND | _O_CREAT
        elif self._truncates:
            flags |= _O_CREAT | _O_TRUNC
        if opener is None:
            return _posix.open(file, flags, 0o666)
        fd = opener(file, flags)
        if not isinstance(fd, int):
            raise TypeError("expected integer from opener")
        if fd < 0:
            raise ValueError(f"opener returned {fd}")
        return fd

    def _check_kind(self, fd):
        status = _posix.fstat(fd)
        kind = status[0] & _KINDS
        if kind == _DIRECTORY:
            raise IsADirectoryError(21, "Is a directory", self.name)
        self._terminal = kind == _CHARACTERS
        return kind

    def _is_terminal(self):
        return self._terminal and self.isatty()

    def _check_open(self):
        if self._fd < 0:
            raise ValueError("I/O operation on closed file")

    @property
    def closed(self):
        return self._fd < 0

    @property
    def closefd(self):
        return self._closefd

    @property
    def mode(self):
        if self._created:
            return "xb+" if self._readable else "xb"
        if self._appending:
            return "ab+" if self._readable else "ab"
        if self._readable:
            return "rb+" if self._writable else "rb"
        return "wb"

    def __repr__(self):
        if self._fd < 0:
            return "<_io.FileIO [closed]>"
        try:
            name = f"name={self.name!r}"
        except AttributeError:
            name = f"fd={self._fd}"
        return f"<_io.FileIO {name} mode={self.mode!r} closefd={self._closefd}>"

    def close(self):
        if self._is_closed or self._fd < 0:
            return
        try:
            if type(self) is not FileIO:
                _IOBase.close(self)
        finally:
            self._is_closed = True
            fd, self._fd = self._fd, -1
            if self._closefd and fd > 2:
                _posix.close(fd)

    def fileno(self):
        self._check_open()
        return self._fd

    def isatty(self):
        self._check_open()
        return _posix.isatty(self._fd)

    def readable(self):
        self._check_open()
        return self._readable

    def writable(self):
        self._check_open()
        return self._writable

    def seekable(self):
        self._check_open()
        if self._seekable is None:
            try:
                _posix.lseek(self._fd, 0, 1)
            except OSError:
                self._seekable = False
            else:
                self._seekable = True
        return self._seekable

    def seek(self, offset, whence=0, /):
        self._check_open()
        return _posix.lseek(self._fd, offset, whence)

    def tell(self):
        self._check_open()
        return _posix.lseek(self._fd, 0, 1)

    def truncate(self, size=None, /):
        self._check_open()
        if not self._writable:
            raise UnsupportedOperation("File not open for writing")
        if size is None:
            size = self.tell()
        _posix.ftruncate(self._fd, size)
        return size

    def read(self, size=-1, /):
        self._check_open()
        if not self._readable:
            raise UnsupportedOperation("File not open for reading")
        size = _size(size)
        if size < 0:
            return self.readall()
        return _posix.read(self._fd, size)

    def readall(self):
        self._check_open()
        want = DEFAULT_BUFFER_SIZE
        try:
            want = max(_posix.fstat(self._fd)[6] - _posix.lseek(self._fd, 0, 1) + 1, 1)
        except OSError:
            pass
        pieces = []
        while data := _posix.read(self._fd, want):
            pieces.append(data)
            want = max(want - len(data), _CHUNK_SIZE)
        return b"".join(pieces)

    def readinto(self, buffer, /):
        room = _room(buffer)
        self._check_open()
        if not self._readable:
            raise UnsupportedOperation("File not open for reading")
        data = _posix.read(self._fd, room)
        buffer[:len(data)] = data
        return len(data)

    def write(self, data, /):
        self._check_open()
        if not self._writable:
            raise UnsupportedOperation("File not open for writing")
        return _posix.write(self._fd, _data(data))


class _Buffered(_BufferedIOBase):
    """What buffered streams over a raw one have in common: bytes read ahead in `_ahead` from `_at` on, or bytes to be
    written in `_pending`. Not both at once."""

    _raw = None
    _ahead = b""
    _at = 0

    def _start(self, raw, buffer_size):
        if buffer_size <= 0:
            raise ValueError("buffer size must be strictly positive")
        self._raw = raw
        self._buffer_size = buffer_size
        self._ahead = b""
        self._at = 0
        self._pending = bytearray()

    def _check(self, what):
        raw = self._raw
        if raw is None:
            raise ValueError("raw stream has been detached")
        if raw.closed:
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
            raise ValueError("raw stream has been detached")

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

    def readable(self):
        self._check_attached()
        return self._raw.readable()

    def writable(self):
        self._check_attached()
        return self._raw.writable()

    def detach(self):
        self._check_attached()
        self.flush()
        raw, self._raw = self._raw, None
        _unflushed.pop(id(self), None)
        return raw

    def close(self):
        self._check_attached()
        if self._raw.closed:
            _unflushed.pop(id(self), None)
            return
        try:
            self.flush()
        finally:
            _unflushed.pop(id(self), None)
            self._raw.close()

    def flush(self):
        self._check("flush of closed file")
        self._drop_ahead()
        self._flush_pending()

    def _drop_ahead(self):
        """Puts the raw stream where this one is."""
        rest = len(self._ahead) - self._at
        self._ahead, self._at = b"", 0
        if rest and self._raw.seekable():
            self._raw.seek(-rest, 1)

    def _flush_pending(self):
        pending = self._pending
        while pending:
            n = self._raw.write(bytes(pending))
            if n is None:
                raise BlockingIOError(11, "write could not complete without blocking", 0)
            if n > len(pending) or n < 0:
                raise OSError(f"raw write() returned invalid length {n} (should have been between 0 and {len(pending)})")
            del pending[:n]

    def tell(self):
        self._check("I/O operation on closed file")
        return self._raw.tell() - (len(self._ahead) - self._at) + len(self._pending)

    def seek(self, offset, whence=0, /):
        self._check("seek of closed file")
        if whence not in (0, 1, 2):
            raise ValueError(f"whence value {whence} unsupported")
        if not self._raw.seekable():
            raise UnsupportedOperation("File or stream is not seekable.")
        offset = _index(offset)
        if self._pending:
            self._flush_pending()
        rest = len(self._ahead) - self._at
        if whence == 1:
            offset -= rest
        self._ahead, self._at = b"", 0
        return self._raw.seek(offset, whence)

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
        self._ahead = self._raw.read(self._buffer_size) or b""
        self._at = 0
        return bool(self._ahead)

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
            data = self._raw.read(max(size - have, self._buffer_size))
            if not data:
                if data is None and not have:
                    return None
                break
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
        self._ahead, self._at = b"", 0
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
        buffer[:len(data)] = data
        return len(data)

    # ---- writing

    def _write(self, data):
        self._check("write to closed file")
        data = _data(data)
        if self._ahead:
            self._drop_ahead()
        pending = self._pending
        if pending and len(pending) + len(data) > self._buffer_size:
            self._flush_pending()
        at = 0
        while len(data) - at > self._buffer_size:
            n = self._raw.write(bytes(data[at:]))
            if n is None:
                raise BlockingIOError(11, "write could not complete without blocking", at)
            at += n
        pending += data[at:] if at else data
        return len(data)


class BufferedReader(_Buffered):
    """Create a new buffered reader using the given readable raw IO object."""

    def __init__(self, raw, buffer_size=DEFAULT_BUFFER_SIZE):
        if not raw.readable():
            raise UnsupportedOperation("File or stream is not readable.")
        self._start(raw, buffer_size)

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
        _unflushed[id(self)] = self

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
        _unflushed[id(self)] = self

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


class BytesIO(_BufferedIOBase):
    """Buffered I/O implementation using an in-memory bytes buffer."""

    def __init__(self, initial_bytes=b""):
        self._buffer = bytearray(b"" if initial_bytes is None else _data(initial_bytes))
        self._pos = 0

    def __getstate__(self):
        return (self.getvalue(), self._pos, None)

    def _check(self):
        if self._is_closed:
            raise ValueError("I/O operation on closed file.")

    def getvalue(self):
        self._check()
        return bytes(self._buffer)

    def getbuffer(self):
        raise NotImplementedError("BytesIO.getbuffer is not supported by ttd-py yet")

    def close(self):
        self._is_closed = True
        self._buffer = bytearray()

    def flush(self):
        self._check()

    def readable(self):
        self._check()
        return True

    writable = seekable = readable

    def isatty(self):
        self._check()
        return False

    def read(self, size=-1, /):
        self._check()
        size = _size(size)
        at = self._pos
        data = bytes(self._buffer[at:] if size < 0 else self._buffer[at:at + size])
        self._pos = at + len(data)
        return data

    def read1(self, size=-1, /):
        return self.read(size)

    def readinto(self, buffer, /):
        data = self.read(_room(buffer))
        buffer[:len(data)] = data
        return len(data)

    def readline(self, size=-1, /):
        self._check()
        size = _size(size)
        at = self._pos
        end = self._buffer.find(b"\n", at) + 1 or len(self._buffer)
        if 0 <= size < end - at:
            end = at + size
        data = bytes(self._buffer[at:end])
        self._pos = at + len(data)
        return data

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def write(self, data, /):
        self._check()
        data = _data(data)
        if not data:
            return 0
        buffer, at = self._buffer, self._pos
        if at > len(buffer):
            buffer += bytes(at - len(buffer))
        if at == len(buffer):
            buffer += data
        else:
            buffer[at:at + len(data)] = data
        self._pos = at + len(data)
        return len(data)

    def tell(self):
        self._check()
        return self._pos

    def seek(self, offset, whence=0, /):
        self._check()
        offset = _index(offset)
        if whence == 0:
            if offset < 0:
                raise ValueError(f"negative seek value {offset}")
            self._pos = offset
        elif whence == 1:
            self._pos = max(self._pos + offset, 0)
        elif whence == 2:
            self._pos = max(len(self._buffer) + offset, 0)
        else:
            raise ValueError(f"invalid whence ({whence}, should be 0, 1 or 2)")
        return self._pos

    def truncate(self, size=None, /):
        self._check()
        size = self._pos if size is None else _index(size)
        if size < 0:
            raise ValueError(f"negative size value {size}")
        del self._buffer[size:]
        return size


def _check_newline(newline):
    if newline is not None and not isinstance(newline, str):
        raise TypeError(f"newline must be str or None, not {type(newline).__name__}")
    if newline not in (None, "", "\n", "\r", "\r\n"):
        raise ValueError(f"illegal newline value: {newline!r}")


def _line_end(text, at, newline):
    """Where the line that begins at `at` ends, after its line end; 0 when it does not end here."""
    if newline is None or newline == "\n":
        return text.find("\n", at) + 1
    if newline:
        found = text.find(newline, at)
        return found + len(newline) if found >= 0 else 0
    feed = text.find("\n", at)
    back = text.find("\r", at, feed if feed >= 0 else len(text))
    if back < 0:
        return feed + 1
    return back + 2 if text.startswith("\n", back + 1) else back + 1


_FEED, _RETURN, _BOTH = 1, 2, 4


def _newlines_in(text):
    """Which line ends there are, as bits."""
    both = text.count("\r\n")
    return ((_BOTH if both else 0) | (_FEED if text.count("\n") > both else 0)
            | (_RETURN if text.count("\r") > both else 0))


def _newlines_of(bits):
    found = [text for bit, text in ((_RETURN, "\r"), (_FEED, "\n"), (_BOTH, "\r\n")) if bits & bit]
    return None if not found else found[0] if len(found) == 1 else tuple(found)


def _translate(text):
    return text.replace("\r\n", "\n").replace("\r", "\n")


class StringIO(_TextIOBase):
    """Text I/O implementation using an in-memory buffer."""

    # Pieces written at the end wait in `_parts`; `_length` counts them too.

    def __init__(self, initial_value="", newline="\n"):
        _check_newline(newline)
        if initial_value is not None and not isinstance(initial_value, str):
            raise TypeError(f"initial_value must be str or None, not {type(initial_value).__name__}")
        self._newline = newline
        self._seen = 0
        self._buffer = ""
        self._parts = []
        self._length = self._pos = 0
        if initial_value:
            self._put(initial_value)
            self._pos = 0

    def _check(self):
        if self._is_closed:
            raise ValueError("I/O operation on closed file")

    def _whole(self):
        if self._parts:
            self._buffer += "".join(self._parts)
            self._parts = []
        return self._buffer

    def getvalue(self):
        self._check()
        return self._whole()

    @property
    def newlines(self):
        self._check()
        return _newlines_of(self._seen)

    @property
    def line_buffering(self):
        self._check()
        return False

    def close(self):
        self._is_closed = True
        self._buffer, self._parts = "", []

    def flush(self):
        pass

    def readable(self):
        self._check()
        return True

    writable = seekable = readable

    def _put(self, text):
        newline = self._newline
        if not newline:
            self._seen |= _newlines_in(text)
            if newline is None and "\r" in text:
                text = _translate(text)
        elif newline != "\n":
            text = text.replace("\n", newline)
        at = self._pos
        if at == self._length:
            self._parts.append(text)
            self._length = self._pos = at + len(text)
            return
        buffer = self._whole()
        if at > len(buffer):
            buffer += "\0" * (at - len(buffer))
        end = at + len(text)
        self._buffer = buffer[:at] + text + buffer[end:]
        self._length, self._pos = len(self._buffer), end

    def write(self, text, /):
        self._check()
        if not isinstance(text, str):
            raise TypeError(f"string argument expected, got '{type(text).__name__}'")
        if text:
            self._put(text)
        return len(text)

    def read(self, size=-1, /):
        self._check()
        size = _size(size)
        text, at = self._whole(), self._pos
        data = text[at:] if size < 0 else text[at:at + size]
        self._pos = at + len(data)
        return data

    def readline(self, size=-1, /):
        self._check()
        size = _size(size)
        text, at = self._whole(), self._pos
        end = _line_end(text, at, self._newline) or len(text)
        if 0 <= size < end - at:
            end = at + size
        data = text[at:end]
        self._pos = at + len(data)
        return data

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def tell(self):
        self._check()
        return self._pos

    def seek(self, offset, whence=0, /):
        self._check()
        offset = _index(offset)
        if whence not in (0, 1, 2):
            raise ValueError(f"Invalid whence ({whence}, should be 0, 1 or 2)")
        if whence == 0:
            if offset < 0:
                raise ValueError(f"Negative seek position {offset}")
            self._pos = offset
        elif offset:
            raise OSError("Can't do nonzero cur-relative seeks")
        elif whence == 2:
            self._pos = self._length
        return self._pos

    def truncate(self, size=None, /):
        self._check()
        size = self._pos if size is None else _index(size)
        if size < 0:
            raise ValueError(f"Negative size value {size}")
        if size < self._length:
            self._buffer = self._whole()[:size]
            self._length = size
        return size


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
            return n - n % self.unit
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

    # `_text` from `_pos` on was decoded and not yet read; `_chunk` are the bytes that all of it came from, `_tail`
    # those behind them that are no whole character yet. `_pending` are strings that were written.

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
            _unflushed[id(self)] = self

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

    def detach(self):
        self._attached()
        self.flush()
        buffer, self._buffer, self._raw = self._buffer, None, None
        _unflushed.pop(id(self), None)
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
            _unflushed.pop(id(self), None)
            return
        try:
            self.flush()
        finally:
            _unflushed.pop(id(self), None)
            buffer.close()

    # ---- writing

    def write(self, text, /):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
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
        if not self._translated:
            if len(text) == len(chunk):
                return pos
            if self._errors == "strict" and not self._codec.mark:
                return len(text[:pos].encode(self._codec.reading))
        # The least number of bytes that gives as much text.
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
                # Filling drops what is before `at`. The last character may be the first of a line end.
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


_ttd_builtins.set_stream_base(_TextIOBase)


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


# The same function as the builtin one, which comes back to `_open`.
open = builtins.open
