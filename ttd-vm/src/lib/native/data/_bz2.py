"""`_bz2`: streams of bzip2. Compressing itself is native code (`_ttd_compression`), which gives a new state for every step."""

import _ttd_compression as _native
from _operator import index


def _step(stream, data, limit, finish):
    result = _native.step(stream, data, limit, finish)
    if isinstance(result, str):
        raise OSError(result)
    return result


class BZ2Compressor:
    """Create a compressor object for compressing data incrementally.

  compresslevel
    Compression level, as a number between 1 and 9.

For one-shot compression, use the compress() function instead."""

    __slots__ = ("_stream",)

    def __init__(self, compresslevel=9, /):
        compresslevel = index(compresslevel)
        if not 1 <= compresslevel <= 9:
            raise ValueError("compresslevel must be between 1 and 9")
        self._stream = _native.stream(0, compresslevel, (), 0)[0]

    def compress(self, data, /):
        """Provide data to the compressor object.

  data
    The data to compress.

Returns a chunk of compressed data if possible, or b'' otherwise.

When you have finished providing data to the compressor, call the
flush() method to finish the compression process."""
        data = _native.octets(data)
        if self._stream is None:
            raise ValueError("Compressor has been flushed")
        self._stream, out, _, _ = _step(self._stream, data, -1, False)
        return out

    def flush(self, /):
        """Finish the compression process.

Returns the compressed data left in internal buffers.

The compressor object may not be used after this method is called."""
        if self._stream is None:
            raise ValueError("Repeated call to flush()")
        stream, self._stream = self._stream, None
        return _step(stream, b"", -1, True)[1]

    def __reduce_ex__(self, protocol, /):
        raise TypeError(f"cannot pickle '{_name(self)}' object")


class BZ2Decompressor:
    """Create a decompressor object for decompressing data incrementally.

For one-shot decompression, use the decompress() function instead."""

    __slots__ = ("_stream", "_rest", "_unused_data", "_eof", "_needs_input")

    unused_data = property(lambda self: self._unused_data, doc="Data found after the end of the compressed stream.")
    eof = property(lambda self: self._eof, doc="True if the end-of-stream marker has been reached.")
    needs_input = property(lambda self: self._needs_input,
                           doc="True if more input is needed before more decompressed data can be produced.")

    def __init__(self):
        self._stream = _native.stream(1, 0, (), 0)[0]
        self._rest = self._unused_data = b""
        self._eof = False
        self._needs_input = True

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
            raise EOFError("End of stream already reached")
        data = self._rest + data
        self._stream, out, used, self._eof = _step(self._stream, data, max_length, False)
        self._rest = data[used:]
        if self._eof:
            self._unused_data, self._rest = self._rest, b""
            self._needs_input = False
        else:
            self._needs_input = not self._rest and not 0 <= max_length <= len(out)
        return out

    def __reduce_ex__(self, protocol, /):
        raise TypeError(f"cannot pickle '{_name(self)}' object")


def _name(value):
    return f"_bz2.{type(value).__name__}"


BZ2Compressor.__module__ = BZ2Decompressor.__module__ = "_bz2"
