"""`zlib`: the stream objects. Compressing itself is native code (`_ttd_zlib`), which gives a new state for every step."""

import _ttd_zlib as _native
from _ttd_zlib import adler32, compress, decompress, error
from binascii import crc32
from _operator import index

DEFLATED = 8
DEF_BUF_SIZE = 16384
DEF_MEM_LEVEL = 8
MAX_WBITS = 15
ZLIB_RUNTIME_VERSION = ZLIB_VERSION = "1.2.13"
Z_BEST_COMPRESSION = 9
Z_BEST_SPEED = 1
Z_BLOCK = 5
Z_DEFAULT_COMPRESSION = -1
Z_DEFAULT_STRATEGY = 0
Z_FILTERED = 1
Z_FINISH = 4
Z_FIXED = 4
Z_FULL_FLUSH = 3
Z_HUFFMAN_ONLY = 2
Z_NO_COMPRESSION = 0
Z_NO_FLUSH = 0
Z_PARTIAL_FLUSH = 1
Z_RLE = 3
Z_SYNC_FLUSH = 2
Z_TREES = 6


def _decode(stream, data, limit):
    result = _native.decode(stream, data, limit)
    if isinstance(result, str):
        raise error(result)
    return result


class Compress:
    __slots__ = ("_stream",)

    def compress(self, data, /):
        """Returns a bytes object containing compressed data."""
        data = _native.octets(data)
        if self._stream is None:
            raise error("Error -2 while compressing data: inconsistent stream state")
        self._stream, out = _native.encode(self._stream, data, Z_NO_FLUSH)
        return out

    def flush(self, mode=Z_FINISH, /):
        """Return a bytes object containing any remaining compressed data."""
        if mode == Z_NO_FLUSH:
            return b""
        if self._stream is None or not 0 < mode <= Z_BLOCK:
            raise error("Error -2 while flushing: inconsistent stream state")
        self._stream, out = _native.encode(self._stream, b"", mode)
        return out

    def copy(self):
        """Return a copy of the compression object."""
        if self._stream is None:
            raise ValueError("Inconsistent stream state")
        made = object.__new__(Compress)
        made._stream = _native.duplicate(self._stream)
        return made

    __copy__ = copy

    def __deepcopy__(self, memo, /):
        return self.copy()

    def __reduce_ex__(self, protocol, /):
        raise TypeError(f"cannot pickle 'zlib.{type(self).__name__}' object")


class Decompress:
    __slots__ = ("_stream", "_tail", "_unused", "_eof")

    unused_data = property(lambda self: self._unused)
    unconsumed_tail = property(lambda self: self._tail)
    eof = property(lambda self: self._eof)

    def _step(self, data, limit):
        if self._stream is None:
            raise error("Error -2 while decompressing data: inconsistent stream state")
        if self._eof:
            self._unused += data
            return b""
        self._stream, out, used, self._eof = _decode(self._stream, data, limit)
        if self._eof:
            self._unused += data[used:]
            self._tail = b""
        else:
            self._tail = data[used:]
        return out

    def decompress(self, data, /, max_length=0):
        """Return a bytes object containing the decompressed version of the data."""
        data = _native.octets(data)
        max_length = index(max_length)
        if max_length < 0:
            raise ValueError("max_length must be non-negative")
        return self._step(data, max_length)

    def flush(self, length=DEF_BUF_SIZE, /):
        """Return a bytes object containing any remaining decompressed data."""
        if index(length) <= 0:
            raise ValueError("length must be greater than zero")
        if self._eof:
            # The stream is over.
            self._stream = None
            return b""
        out = self._step(self._tail, 0)
        if self._eof:
            self._stream = None
        return out

    def copy(self):
        """Return a copy of the decompression object."""
        if self._stream is None:
            raise ValueError("Inconsistent stream state")
        made = object.__new__(Decompress)
        made._stream = _native.duplicate(self._stream)
        made._tail, made._unused, made._eof = self._tail, self._unused, self._eof
        return made

    __copy__ = copy

    def __deepcopy__(self, memo, /):
        return self.copy()

    def __reduce_ex__(self, protocol, /):
        raise TypeError(f"cannot pickle 'zlib.{type(self).__name__}' object")


def compressobj(level=Z_DEFAULT_COMPRESSION, method=DEFLATED, wbits=MAX_WBITS, memLevel=DEF_MEM_LEVEL,
                strategy=Z_DEFAULT_STRATEGY, zdict=None):
    """Return a compressor object."""
    if zdict is not None:
        zdict = _dictionary(zdict)
    stream = _native.encoder(level, wbits, zdict)
    if stream is None or method != DEFLATED or not 1 <= memLevel <= 9 or not 0 <= strategy <= Z_FIXED:
        raise ValueError("Invalid initialization option")
    made = object.__new__(Compress)
    made._stream = stream
    return made


def _dictionary(zdict):
    try:
        return _native.octets(zdict)
    except TypeError:
        raise TypeError("zdict argument must support the buffer protocol") from None


def _stream(wbits, zdict):
    if zdict is not None:
        zdict = _dictionary(zdict) or None
    stream = _native.decoder(wbits, zdict)
    if stream is None:
        raise ValueError("Invalid initialization option")
    return stream


def decompressobj(wbits=MAX_WBITS, zdict=b""):
    """Return a decompressor object."""
    made = object.__new__(Decompress)
    made._stream = _stream(wbits, zdict)
    made._tail = made._unused = b""
    made._eof = False
    return made


class _ZlibDecompressor:
    """Create a decompressor object for decompressing data incrementally."""

    __slots__ = ("_stream", "_rest", "unused_data", "eof", "needs_input")

    def __init__(self, wbits=MAX_WBITS, zdict=b""):
        self._stream = _stream(wbits, zdict)
        self._rest = self.unused_data = b""
        self.eof = False
        self.needs_input = True

    def decompress(self, data, max_length=-1):
        """Decompress *data*, returning uncompressed data as bytes."""
        data = _native.octets(data)
        if self.eof:
            raise EOFError("End of stream already reached")
        data = self._rest + data
        if max_length == 0:
            self._rest = data
            return b""
        self._stream, out, used, self.eof = _decode(self._stream, data, max(max_length, 0))
        self._rest = data[used:]
        if self.eof:
            self.unused_data, self._rest = self._rest, b""
            self.needs_input = False
        else:
            self.needs_input = not self._rest and not 0 < max_length <= len(out)
        return out
