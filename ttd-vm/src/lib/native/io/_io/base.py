"""The classes of streams: what `io` and the builtin `open` give.

Only the calls of the system are native (`_posix`). Buffers and positions are attributes of ordinary objects, so that
they travel in time with the program; the system's own position of a file stays where the recording ends.
"""

import _core
import _posix
import _ttd_bufferedio
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

# How many files are open for writing, by the last parts of their paths: who opens one of them or asks about it must
# find there what streams that nobody has any more still have in their buffers.
_written = _core.namespace()["written_names"]

# What takes all complete lines that a stream has read ahead, by the stream's class.
_lines_ahead = {}


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
    if type(value) is int:
        return value
    if isinstance(value, int):
        return int.__index__(value)
    index = getattr(type(value), "__index__", None)
    if index is None:
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
    return index(value)


def _data(data):
    if isinstance(data, (bytes, bytearray)):
        return data
    return _ttd_builtins.octets(data)


def _room(buffer, function="readinto"):
    room = _ttd_builtins.room(buffer)
    if room is not None:
        return room
    raise TypeError(f"{function}() argument must be read-write bytes-like object, not {type(buffer).__name__}")


def _cannot_pickle(self, protocol=None, /):
    raise TypeError(f"cannot pickle {type(self).__name__!r} instances")


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

    def _dealloc_warn(self, source, /):
        pass

    def __del__(self):
        try:
            closed = self.closed
        except Exception:
            # It is in no usable state.
            return
        if not closed:
            try:
                self._dealloc_warn(self)
                self.close()
            except Exception as exc:
                _core.namespace()["unraisable"](exc, self)

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
            more = _lines_ahead.get(type(self))
            if more is None:
                return list(self)
            lines = []
            for line in self:
                lines.append(line)
                lines += more(self)
            return lines
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
        room = _room(buffer)
        return self._take(buffer, room, self.read(room), "read")

    def readinto1(self, buffer, /):
        room = _room(buffer, "readinto1")
        return self._take(buffer, room, self.read1(room), "read1")

    def _take(self, buffer, room, data, function):
        if not isinstance(data, bytes):
            raise TypeError(f"{function}() should return bytes")
        if len(data) > room:
            raise ValueError(f"{function}() returned too much data: {room} bytes requested, {len(data)} returned")
        _ttd_builtins.fill(buffer, data)
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


