# ---- Streams, part 4: streams in memory.

def _extra_attributes(stream, own):
    """The attributes that a program gave to a stream in memory; None when there are none."""
    found = {name: value for name, value in stream.__dict__.items() if name not in own}
    return found or None


def _set_extra_attributes(stream, found, which):
    if found is not None:
        if not isinstance(found, dict):
            raise TypeError(f"{which} item of state should be a dict, got a {type(found).__name__}")
        stream.__dict__.update(found)


def _offset_of(value):
    offset = _index(value)
    if not -(1 << 63) <= offset < 1 << 63:
        raise OverflowError("Python int too large to convert to C ssize_t")
    return offset


def _state_position(value):
    if not isinstance(value, int):
        raise TypeError(f"second item of state must be an integer, not {type(value).__name__}")
    if value < 0:
        raise ValueError("position value cannot be negative")
    return value


class BytesIO(_BufferedIOBase):
    """Buffered I/O implementation using an in-memory bytes buffer."""

    def __init__(self, initial_bytes=b""):
        if type(initial_bytes) is not bytes:
            initial_bytes = b"" if initial_bytes is None else _data(initial_bytes)
        self._buffer = bytearray(initial_bytes)
        self._pos = 0

    def __getstate__(self):
        return (self.getvalue(), self._pos, _extra_attributes(self, ("_buffer", "_pos", "_is_closed")))

    def __setstate__(self, state, /):
        self._check()
        if not isinstance(state, tuple) or len(state) < 3:
            raise TypeError(f"{type(self).__name__}.__setstate__ argument should be 3-tuple, got {type(state).__name__}")
        buffer = bytearray(_data(state[0]))
        self._pos = _state_position(state[1])
        self._buffer = buffer
        _set_extra_attributes(self, state[2], "third")

    def _check(self):
        if self._is_closed:
            raise ValueError("I/O operation on closed file.")

    def getvalue(self):
        self._check()
        return bytes(self._buffer)

    def getbuffer(self):
        self._check()
        return memoryview(self._buffer)

    def close(self):
        _ttd_builtins.check_resize(self._buffer)
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
        return BytesIO.read(self, size)

    def readinto(self, buffer, /):
        data = BytesIO.read(self, _room(buffer))
        _ttd_builtins.fill(buffer, data)
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
        _ttd_builtins.check_resize(self._buffer)
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
        offset = _offset_of(offset)
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
        _ttd_builtins.check_resize(self._buffer)
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

    # Pieces appended at the end are collected in `_parts`; `_length` includes them.

    def __init__(self, initial_value="", newline="\n"):
        as_it_is = newline == "\n" and type(initial_value) is str
        if not as_it_is:
            _check_newline(newline)
            if initial_value is not None and not isinstance(initial_value, str):
                raise TypeError(f"initial_value must be str or None, not {type(initial_value).__name__}")
        self._newline = newline
        self._seen = 0
        self._buffer = initial_value if as_it_is else ""
        self._parts = []
        self._length = len(self._buffer)
        self._pos = 0
        if initial_value and not as_it_is:
            self._put(initial_value)
            self._pos = 0

    def _check(self):
        if self._is_closed:
            raise ValueError("I/O operation on closed file")

    def __getstate__(self):
        text = self.getvalue()
        own = ("_newline", "_seen", "_buffer", "_parts", "_length", "_pos", "_is_closed")
        return (text, self._newline, self._pos, _extra_attributes(self, own))

    def __setstate__(self, state, /):
        self._check()
        if not isinstance(state, tuple) or len(state) < 4:
            raise TypeError(f"{type(self).__name__}.__setstate__ argument should be 4-tuple, got {type(state).__name__}")
        text, newline, pos, found = state[:4]
        # The text is as it lies: nothing in it is translated once more.
        StringIO.__init__(self, "", newline)
        if not isinstance(text, str):
            raise TypeError(f"initial_value must be str or None, not {type(text).__name__}")
        if not isinstance(pos, int):
            raise TypeError(f"third item of state must be an integer, got {type(pos).__name__}")
        if pos < 0:
            raise ValueError("position value cannot be negative")
        self._buffer, self._length, self._pos = text, len(text), pos
        _set_extra_attributes(self, found, "fourth")

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
        offset = _offset_of(offset)
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


