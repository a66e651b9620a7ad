"""`_lzma`: streams of LZMA. Compressing itself is native code (`_ttd_compression`), which gives a new state for every step."""

import _ttd_compression as _native
from _operator import index

FORMAT_AUTO, FORMAT_XZ, FORMAT_ALONE, FORMAT_RAW = range(4)
CHECK_NONE, CHECK_CRC32, CHECK_CRC64, CHECK_SHA256 = 0, 1, 4, 10
CHECK_ID_MAX, CHECK_UNKNOWN = 15, 16
FILTER_DELTA, FILTER_X86, FILTER_POWERPC, FILTER_IA64, FILTER_ARM, FILTER_ARMTHUMB, FILTER_SPARC = range(3, 10)
FILTER_LZMA1, FILTER_LZMA2 = 0x4000_0000_0000_0001, 0x21
MF_HC3, MF_HC4, MF_BT2, MF_BT3, MF_BT4 = 0x03, 0x04, 0x12, 0x13, 0x14
MODE_FAST, MODE_NORMAL = 1, 2
PRESET_DEFAULT, PRESET_EXTREME = 6, 1 << 31
_LZMA_OPTIONS = _native.OPTIONS[:8]
_NO_LIMIT = (1 << 64) - 1


class LZMAError(Exception):
    """Call to liblzma failed."""


LZMAError.__module__ = "_lzma"


def _checked(result):
    if isinstance(result, str):
        raise LZMAError(result)
    return result


def _unsigned(value, bits):
    value = index(value)
    if value < 0:
        raise OverflowError("can't convert negative value to unsigned int")
    if value >= 1 << bits:
        raise OverflowError(f"Value too large for {'uint32_t' if bits == 32 else 'lzma_vli'} type")
    return value


def _filter(spec):
    """A filter as a tuple: number, preset, options."""
    if not hasattr(type(spec), "keys") or not hasattr(type(spec), "__getitem__"):
        raise TypeError("Filter specifier must be a dict or dict-like object")
    try:
        number = spec["id"]
    except KeyError:
        raise ValueError('Filter specifier must have an "id" entry') from None
    number = _unsigned(number, 64)
    if number in (FILTER_LZMA1, FILTER_LZMA2):
        allowed, kind = ("preset",) + _LZMA_OPTIONS, "LZMA"
    elif number == FILTER_DELTA:
        allowed, kind = ("dist",), "delta"
    elif FILTER_X86 <= number <= FILTER_SPARC:
        allowed, kind = ("start_offset",), "BCJ"
    else:
        raise ValueError(f"Invalid filter ID: {number}")
    for name in spec.keys():
        if name != "id" and name not in allowed:
            raise ValueError(f"Invalid filter specifier for {kind} filter")
    preset = _unsigned(spec["preset"], 32) if "preset" in allowed and "preset" in spec.keys() else PRESET_DEFAULT
    values = [_unsigned(spec[name], 32) if name in allowed and name in spec.keys() else None
              for name in _native.OPTIONS]
    return (number, preset, *values)


def _filters(specs):
    if isinstance(specs, dict):
        raise TypeError("dict is not a sequence")
    if not hasattr(type(specs), "__len__") or not hasattr(type(specs), "__getitem__"):
        raise TypeError("object of type '%s' has no len()" % type(specs).__name__)
    if len(specs) == 0:
        raise LZMAError("Internal error")
    if len(specs) > 4:
        raise ValueError("Too many filters - liblzma supports a maximum of 4")
    return tuple([_filter(specs[i]) for i in range(len(specs))])


def _preset_filter(number, preset):
    if (preset & 31) > 9 or preset & ~(31 | PRESET_EXTREME):
        raise LZMAError("Invalid or unsupported options")
    return (number, preset) + (None,) * len(_native.OPTIONS)


class LZMACompressor:
    """LZMACompressor(format=FORMAT_XZ, check=-1, preset=None, filters=None)

Create a compressor object for compressing data incrementally.

format specifies the container format to use for the output. This can
be FORMAT_XZ (default), FORMAT_ALONE, or FORMAT_RAW.

check specifies the integrity check to use. For FORMAT_XZ, the default
is CHECK_CRC64. FORMAT_ALONE and FORMAT_RAW do not support integrity
checks; for these formats, check must be omitted, or be CHECK_NONE.

The settings used by the compressor can be specified either as a
preset compression level (with the 'preset' argument), or in detail
as a custom filter chain (with the 'filters' argument). For FORMAT_XZ
and FORMAT_ALONE, the default is to use the PRESET_DEFAULT preset
level. For FORMAT_RAW, the caller must always specify a filter chain;
the raw compressor does not support preset compression levels.

preset (if provided) should be an integer in the range 0-9, optionally
OR-ed with the constant PRESET_EXTREME.

filters (if provided) should be a sequence of dicts. Each dict should
have an entry for "id" indicating the ID of the filter, plus
additional entries for options to the filter.

For one-shot compression, use the compress() function instead.
"""

    __slots__ = ("_stream",)

    def __init__(self, format=FORMAT_XZ, check=-1, preset=None, filters=None):
        format, check = index(format), index(check)
        if preset is not None and filters is not None:
            raise ValueError("Cannot specify both preset and filter chain")
        preset = PRESET_DEFAULT if preset is None else _unsigned(preset, 32)
        if format != FORMAT_XZ and check not in (-1, CHECK_NONE):
            raise ValueError("Integrity checks are only supported by FORMAT_XZ")
        if format == FORMAT_XZ:
            chain = (_preset_filter(FILTER_LZMA2, preset),) if filters is None else _filters(filters)
            made = _native.stream(2, CHECK_CRC64 if check == -1 else check, chain, 0)
        elif format == FORMAT_ALONE:
            chain = (_preset_filter(FILTER_LZMA1, preset),) if filters is None else _filters(filters)
            if len(chain) != 1 or chain[0][0] != FILTER_LZMA1:
                raise ValueError("Invalid filter chain for FORMAT_ALONE - must be a single LZMA1 filter")
            made = _native.stream(3, 0, chain, 0)
        elif format == FORMAT_RAW:
            if filters is None:
                raise ValueError("Must specify filters for FORMAT_RAW")
            made = _native.stream(4, 0, _filters(filters), 0)
        else:
            raise ValueError(f"Invalid container format: {format}")
        self._stream = _checked(made)[0]

    def compress(self, data, /):
        """Provide data to the compressor object.

Returns a chunk of compressed data if possible, or b'' otherwise.

When you have finished providing data to the compressor, call the
flush() method to finish the compression process."""
        data = _native.octets(data)
        if self._stream is None:
            raise ValueError("Compressor has been flushed")
        self._stream, out, _, _ = _checked(_native.step(self._stream, data, -1, False))
        return out

    def flush(self, /):
        """Finish the compression process.

Returns the compressed data left in internal buffers.

The compressor object may not be used after this method is called."""
        if self._stream is None:
            raise ValueError("Repeated call to flush()")
        stream, self._stream = self._stream, None
        return _checked(_native.step(stream, b"", -1, True))[1]

    def __reduce_ex__(self, protocol, /):
        raise TypeError("cannot pickle '_lzma.LZMACompressor' object")


class LZMADecompressor:
    """Create a decompressor object for decompressing data incrementally.

  format
    Specifies the container format of the input stream.  If this is
    FORMAT_AUTO (the default), the decompressor will automatically detect
    whether the input is FORMAT_XZ or FORMAT_ALONE.  Streams created with
    FORMAT_RAW cannot be autodetected.
  memlimit
    Limit the amount of memory used by the decompressor.  This will cause
    decompression to fail if the input cannot be decompressed within this
    limit.
  filters
    A custom filter chain.  This argument is required for FORMAT_RAW, and
    not accepted with any other format.  When provided, this should be a
    sequence of dicts, each indicating the ID and options for a single
    filter.

For one-shot decompression, use the decompress() function instead."""

    __slots__ = ("_stream", "_rest", "_unused_data", "_eof", "_needs_input", "_check", "_head")

    unused_data = property(lambda self: self._unused_data, doc="Data found after the end of the compressed stream.")
    eof = property(lambda self: self._eof, doc="True if the end-of-stream marker has been reached.")
    needs_input = property(lambda self: self._needs_input,
                           doc="True if more input is needed before more decompressed data can be produced.")
    check = property(lambda self: self._check, doc="ID of the integrity check used by the input stream.")

    def __init__(self, format=FORMAT_AUTO, memlimit=None, filters=None):
        format = index(format)
        if memlimit is not None:
            if format == FORMAT_RAW:
                raise ValueError("Cannot specify memory limit with FORMAT_RAW")
            memlimit = _unsigned(memlimit, 64)
        if format == FORMAT_RAW and filters is None:
            raise ValueError("Must specify filters for FORMAT_RAW")
        if format != FORMAT_RAW and filters is not None:
            raise ValueError("Cannot specify filters except with FORMAT_RAW")
        if format not in (FORMAT_AUTO, FORMAT_XZ, FORMAT_ALONE, FORMAT_RAW):
            raise ValueError(f"Invalid container format: {format}")
        chain = _filters(filters) if format == FORMAT_RAW else ()
        memlimit = _NO_LIMIT if memlimit is None else memlimit
        self._stream = _checked(_native.stream(5 + format, 0, chain, memlimit))[0]
        self._rest = self._unused_data = b""
        self._eof = False
        self._needs_input = True
        self._check = CHECK_UNKNOWN if format in (FORMAT_AUTO, FORMAT_XZ) else CHECK_NONE
        self._head = b""

    def decompress(self, data, max_length=-1):
        """Decompress *data*, returning uncompressed data as bytes.

If *max_length* is nonnegative, returns at most *max_length* bytes of
decompressed data. If this limit is reached and further output can be
produced, *self.needs_input* will be set to ``False``. In this case, the next
call to *decompress()* may provide *data* as b'' to obtain more of the output.

If all of the input data was decompressed and returned (either because this
was less than *max_length* bytes, or because *max_length* was negative),
*self.needs_input* will be set to True.

Attempting to decompress data after the end of stream is reached raises an
EOFError.  Any data found after the end of the stream is ignored and saved in
the unused_data attribute."""
        data, max_length = _native.octets(data), index(max_length)
        if not hasattr(self, "_stream"):
            return b""
        if self._eof:
            raise EOFError("Already at end of stream")
        self._look(data)
        data = self._rest + data
        self._stream, out, used, self._eof = _checked(_native.step(self._stream, data, max_length, False))
        self._rest = data[used:]
        if self._eof:
            self._unused_data, self._rest = self._rest, b""
            self._needs_input = False
        else:
            self._needs_input = not self._rest and not 0 <= max_length <= len(out)
        return out

    def _look(self, data):
        """Notes the integrity check that the header names."""
        if self._check == CHECK_UNKNOWN and len(self._head) < 12:
            self._head += data[:12 - len(self._head)]
            if len(self._head) == 12 and self._head.startswith(b"\xfd7zXZ\0"):
                self._check = self._head[7] & 15
            elif self._head and not b"\xfd7zXZ\0".startswith(self._head[:6]):
                self._check = CHECK_NONE

    def __reduce_ex__(self, protocol, /):
        raise TypeError("cannot pickle '_lzma.LZMADecompressor' object")


LZMACompressor.__module__ = LZMADecompressor.__module__ = "_lzma"


def is_check_supported(check_id, /):
    """Test whether the given integrity check is supported.

Always returns True for CHECK_NONE and CHECK_CRC32."""
    return index(check_id) in (CHECK_NONE, CHECK_CRC32, CHECK_CRC64, CHECK_SHA256)


def _dict_size(spec):
    size = spec[2]
    if size is not None:
        return size
    return 1 << (18, 20, 21, 22, 22, 23, 23, 24, 25, 26)[spec[1] & 31]


def _encode_filter_properties(filter, /):
    """Return a bytes object encoding the options (properties) of the filter specified by *filter* (a dict).

The result does not include the filter ID itself, only the options."""
    spec = _filter(filter)
    number, _, _, lc, lp, pb, *_, dist, offset = spec
    if number == FILTER_LZMA1:
        lc, lp, pb = 3 if lc is None else lc, lp or 0, 2 if pb is None else pb
        if lc + lp > 4 or pb > 4:
            raise LZMAError("Invalid or unsupported options")
        return bytes(((pb * 5 + lp) * 9 + lc,)) + _dict_size(spec).to_bytes(4, "little")
    if number == FILTER_LZMA2:
        size = max(_dict_size(spec), 4096)
        for code in range(40):
            if (2 | code & 1) << code // 2 + 11 >= size:
                return bytes((code,))
        return b"("
    if number == FILTER_DELTA:
        dist = 1 if dist is None else dist
        if not 1 <= dist <= 256:
            raise LZMAError("Invalid or unsupported options")
        return bytes((dist - 1,))
    return offset.to_bytes(4, "little") if offset else b""


def _decode_filter_properties(filter_id, encoded_props, /):
    """Return a bytes object encoding the options (properties) of the filter specified by *filter* (a dict).

The result does not include the filter ID itself, only the options."""
    filter_id, props = _unsigned(filter_id, 64), _native.octets(encoded_props)
    if filter_id == FILTER_LZMA1 and len(props) == 5 and props[0] < 225:
        rest, lc = divmod(props[0], 9)
        pb, lp = divmod(rest, 5)
        if lc + lp <= 4:
            return {"id": filter_id, "dict_size": int.from_bytes(props[1:], "little"), "lc": lc, "lp": lp, "pb": pb}
    elif filter_id == FILTER_LZMA2 and len(props) == 1 and props[0] <= 40:
        size = (1 << 32) - 1 if props[0] == 40 else (2 | props[0] & 1) << props[0] // 2 + 11
        return {"id": filter_id, "dict_size": size}
    elif filter_id == FILTER_DELTA and len(props) == 1:
        return {"id": filter_id, "dist": props[0] + 1}
    elif FILTER_X86 <= filter_id <= FILTER_SPARC and len(props) in (0, 4):
        return {"id": filter_id} | ({"start_offset": int.from_bytes(props, "little")} if props else {})
    elif filter_id not in (FILTER_LZMA1, FILTER_LZMA2) and not FILTER_DELTA <= filter_id <= FILTER_SPARC:
        raise LZMAError("Invalid or unsupported options")
    raise LZMAError("Invalid or unsupported options")
