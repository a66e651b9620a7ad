"""Buffers in memory that carry the encrypted bytes of a connection."""

from _ttd_tls_errors import SSLError


class MemoryBIO:
    """A buffer in memory between a connection and whoever transports its bytes."""

    __module__ = "_ssl"

    def __init__(self):
        self._bytes, self._at_end = bytearray(), False

    @property
    def pending(self):
        """The number of bytes pending in the memory BIO."""
        return len(self._bytes)

    @property
    def eof(self):
        """Whether the memory BIO is at EOF."""
        return self._at_end and not self._bytes

    def read(self, size=-1, /):
        """Read up to size bytes from the memory BIO.

        If size is not specified, read the entire buffer.
        If the return value is an empty bytes instance, this means either
        EOF or that no data is available. Use the "eof" property to
        distinguish between the two."""
        size = len(self._bytes) if size < 0 else size
        data = bytes(self._bytes[:size])
        del self._bytes[:size]
        return data

    def write(self, b, /):
        """Writes the bytes b into the memory BIO.

        Returns the number of bytes written."""
        if self._at_end:
            raise SSLError("cannot write() after write_eof()")
        view = memoryview(b)
        if not view.c_contiguous:
            raise BufferError("memoryview: underlying buffer is not C-contiguous")
        data = view.tobytes()
        self._bytes += data
        return len(data)

    def write_eof(self):
        """Write an EOF marker to the memory BIO.

        When all data has been read, the "eof" property will be True."""
        self._at_end = True
