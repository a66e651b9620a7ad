# ---- Streams, part 2: files without a buffer.

_ESPIPE = 29
# The place of a file's preferred block size in what `fstat` gives.
_BLOCK_SIZE = 13


class FileIO(_RawIOBase):
    """Open a file."""

    _fd = -1
    _terminal = False
    # What it is called in `_written`.
    _written_as = None

    def __init__(self, file, mode="r", closefd=True, opener=None):
        if self._fd >= 0:
            self.close()
        if isinstance(file, float):
            raise TypeError("integer argument expected, got float")
        if not isinstance(mode, str):
            raise TypeError(f"FileIO() argument 'mode' must be str, not {_core.given_name(mode)}")
        if type(mode) is not str or mode not in ("r", "w", "a", "x", "r+", "w+", "a+", "x+"):
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
        is_number = type(file) is not str and hasattr(type(file), "__index__")
        if is_number:
            if isinstance(file, bool):
                import _warnings
                _warnings.warn("bool is used as a file descriptor", RuntimeWarning, 1)
            if file < 0:
                raise ValueError("negative file descriptor")
            fd = file.__index__()
            _core.audit("open", file, mode, self._flags())
            if fd > 2:
                kind = self._check_kind(fd)
        else:
            if not closefd:
                _core.audit("open", file, mode, self._flags())
                raise ValueError("Cannot use closefd=False with file name")
            fd = self._open(_posix.open_path(file), mode, opener)
            try:
                self._check_kind(fd)
            except OSError:
                _posix.close(fd)
                raise
        self._fd = fd
        self._is_closed = False
        if self._closefd and fd > 2:
            _core.register_stream(self)
            if self._writable and not is_number:
                self._note_writing(file)
        if self._appending:
            try:
                _posix.lseek(fd, 0, 2)
            except OSError as e:
                # A pipe has no position.
                if fd > 2 and e.errno != _ESPIPE:
                    self.close()
                    raise

    def _note_writing(self, file):
        file = _posix.open_path(file)
        name = file if isinstance(file, bytes) else file.encode("utf-8", "surrogateescape")
        self._written_as = name = name.rpartition(b"/")[2]
        _written[name] = _written.get(name, 0) + 1

    def _note_closed(self):
        _core.forget_stream(self)
        name = self._written_as
        if name is not None:
            self._written_as = None
            _written[name] -= 1
            if not _written[name]:
                del _written[name]

    def _open(self, file, mode, opener):
        flags = self._flags()
        _core.audit("open", file, mode, flags)
        if opener is None:
            return _posix.open_quietly(file, flags, 0o666)
        fd = opener(file, flags)
        if not isinstance(fd, int):
            raise TypeError("expected integer from opener")
        if fd < 0:
            raise ValueError(f"opener returned {fd}")
        return fd

    def _flags(self):
        flags = _O_CLOEXEC | (_O_RDWR if self._readable and self._writable else _O_WRONLY if self._writable else 0)
        if self._created:
            flags |= _O_EXCL | _O_CREAT
        elif self._appending:
            flags |= _O_APPEND | _O_CREAT
        elif self._truncates:
            flags |= _O_CREAT | _O_TRUNC
        return flags

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
        """True if the file is closed"""
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
        kind = "_io.FileIO" if type(self) is FileIO else type(self).__name__
        if self._fd < 0:
            return f"<{kind} [closed]>"
        try:
            name = f"name={self.name!r}"
        except AttributeError:
            name = f"fd={self._fd}"
        return f"<{kind} {name} mode={self.mode!r} closefd={self._closefd}>"

    def close(self):
        if self._is_closed or self._fd < 0:
            return
        try:
            _IOBase.close(self)
        finally:
            self._is_closed = True
            fd, self._fd = self._fd, -1
            if self._closefd and fd > 2:
                self._note_closed()
                _posix.close(fd)

    def _dealloc_warn(self, source, /):
        if self._fd >= 0 and self._closefd:
            import _warnings
            _warnings.warn(f"unclosed file {source!r}", ResourceWarning, 1, source)

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
        try:
            return _posix.read(self._fd, size)
        except BlockingIOError:
            return None

    def readall(self):
        self._check_open()
        if not self._readable:
            raise UnsupportedOperation("File not open for reading")
        want = DEFAULT_BUFFER_SIZE
        try:
            want = max(_posix.fstat(self._fd)[6] - _posix.lseek(self._fd, 0, 1) + 1, 1)
        except OSError:
            pass
        pieces = []
        try:
            while data := _posix.read(self._fd, want):
                pieces.append(data)
                want = max(want - len(data), _CHUNK_SIZE)
        except BlockingIOError:
            if not pieces:
                return None
        return b"".join(pieces)

    def readinto(self, buffer, /):
        room = _room(buffer)
        self._check_open()
        if not self._readable:
            raise UnsupportedOperation("File not open for reading")
        try:
            data = _posix.read(self._fd, room)
        except BlockingIOError:
            return None
        _ttd_builtins.fill(buffer, data)
        return len(data)

    def write(self, data, /):
        self._check_open()
        if not self._writable:
            raise UnsupportedOperation("File not open for writing")
        try:
            return _posix.write(self._fd, _data(data))
        except BlockingIOError:
            return None

    @property
    def _blksize(self):
        return _posix.fstat(self._fd)[_BLOCK_SIZE]

    __reduce__ = __reduce_ex__ = _cannot_pickle


