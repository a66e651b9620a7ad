# ---- Streams, part 6: opening, and the end of the program.

# What the commonest modes mean.
_modes = {}


def _read_mode(mode):
    """Whether it is binary, the letter of the kind, and the plus, if there is one."""
    modes = set(mode)
    if modes - set("axrwb+t") or len(mode) > len(modes):
        raise ValueError(f"invalid mode: {mode!r}")
    if "t" in modes and "b" in modes:
        raise ValueError("can't have text and binary mode at once")
    kinds = [letter for letter in "xrwa" if letter in modes]
    if len(kinds) > 1:
        raise ValueError("must have exactly one of create/read/write/append mode")
    return "b" in modes, "".join(kinds), "+" if "+" in modes else ""


_modes.update({mode: _read_mode(mode) for mode in ("r", "rb", "rt", "w", "wb", "wt", "a", "ab", "x", "xb", "r+", "rb+",
                                                   "r+b", "w+", "wb+", "w+b", "a+", "ab+")})


def _open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    if type(file) is bool:
        import _warnings
        _warnings.warn("bool is used as a file descriptor", RuntimeWarning, 1)
    file = _posix.open_path(file)
    if not isinstance(mode, str):
        raise TypeError(f"open() argument 'mode' must be str, not {_core.given_name(mode)}")
    is_told = not (encoding is errors is newline is None)
    if is_told:
        for name, value in (("encoding", encoding), ("errors", errors), ("newline", newline)):
            if value is not None and not isinstance(value, str):
                raise TypeError(f"open() argument {name!r} must be str or None, not {type(value).__name__}")
    if type(buffering) is not int and not hasattr(type(buffering), "__index__"):
        raise TypeError(f"'{type(buffering).__name__}' object cannot be interpreted as an integer")
    binary, kind, plus = type(mode) is str and _modes.get(mode) or _read_mode(mode)
    if binary and is_told:
        for name, value in (("an encoding", encoding), ("an errors", errors), ("a newline", newline)):
            if value is not None:
                raise ValueError(f"binary mode doesn't take {name} argument")
    raw = FileIO(file, kind + plus, closefd, opener)
    result = raw
    try:
        line_buffering = buffering == 1 and not binary
        if buffering == 1 and binary:
            import _warnings
            _warnings.warn("line buffering (buffering=1) isn't supported in binary mode, the default buffer size will be "
                           "used", RuntimeWarning, 1)
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
        elif kind == "r":
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
    if encoding is not None:
        return encoding
    import sys
    if sys.flags.warn_default_encoding:
        import _warnings
        _warnings.warn("'encoding' argument not specified", EncodingWarning, stacklevel)
    return "utf-8" if sys.flags.utf8_mode else "locale"


def _close_all():
    """Writes what is left in buffers when the program is over; gives what went wrong, with the stream."""
    _warn_of_left()
    problems = []
    kinds = (TextIOWrapper, BufferedWriter, BufferedRandom)
    while streams := [stream for stream in _core.streams() if isinstance(stream, kinds)]:
        # Text goes through the buffer behind it.
        streams.sort(key=lambda stream: not isinstance(stream, TextIOWrapper))
        for stream in streams:
            _core.forget_stream(stream)
            shown = repr(stream)
            try:
                stream.close()
            except Exception as e:
                problems.append(f"Exception ignored in: {shown}\n{type(e).__name__}: {e}\n")
    return "".join(problems)


def _warn_of_left():
    """Closes what the program has left open, with a warning, if it may be that warnings are wanted."""
    import sys
    if getattr(sys, "warnoptions", None):
        outer_first = (TextIOWrapper, (BufferedReader, BufferedWriter, BufferedRandom), object)
        for kind in outer_first:
            for stream in _core.streams():
                if isinstance(stream, kind):
                    stream.__del__()
                    _core.forget_stream(stream)


# The builtin function, which calls `_open`.
open = builtins.open


def _attach_natives():
    native = _ttd_bufferedio
    for cls, kind, names in (
        (BytesIO, "bytes", ("write", "read", "readinto", "readline", "getvalue", "__next__")),
        (BytesIO, "memory", ("seek", "tell")),
        (StringIO, "string", ("write", "read", "readline", "getvalue", "__next__")),
        (StringIO, "memory", ("seek", "tell")),
        (BufferedReader, "buffered", ("read", "readinto", "readline", "peek", "__next__", "seek", "tell")),
        (BufferedRandom, "buffered", ("read", "readinto", "readline", "peek", "__next__", "write", "seek", "tell")),
        (BufferedWriter, "buffered", ("write",)),
        (TextIOWrapper, "text", ("write", "read", "readline", "__next__")),
    ):
        for name in names:
            native.attach(cls, name, getattr(native, f"{kind}_{name.strip('_')}"))
    native.register(FileIO, _IOBase.closed, _Buffered.closed)
    _lines_ahead.update({TextIOWrapper: native.text_lines, BufferedReader: native.buffered_lines,
                         BufferedRandom: native.buffered_lines, BytesIO: native.bytes_lines,
                         StringIO: native.string_lines})


_attach_natives()
del _attach_natives
