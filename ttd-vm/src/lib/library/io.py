"""The io module provides the Python interfaces to stream handling."""

import _io
from _io import (
    DEFAULT_BUFFER_SIZE, BlockingIOError, BufferedRandom, BufferedReader, BufferedRWPair, BufferedWriter, BytesIO,
    FileIO, IncrementalNewlineDecoder, StringIO, TextIOWrapper, UnsupportedOperation, open, open_code, text_encoding,
)

SEEK_SET = 0
SEEK_CUR = 1
SEEK_END = 2

__all__ = [
    "BlockingIOError", "open", "open_code", "IOBase", "RawIOBase", "FileIO", "BytesIO", "StringIO", "BufferedIOBase",
    "BufferedReader", "BufferedWriter", "BufferedRWPair", "BufferedRandom", "TextIOBase", "TextIOWrapper",
    "UnsupportedOperation", "SEEK_SET", "SEEK_CUR", "SEEK_END", "DEFAULT_BUFFER_SIZE", "IncrementalNewlineDecoder",
]

# The native bases serve in place of abstract base classes.
IOBase = _io._IOBase
RawIOBase = _io._RawIOBase
BufferedIOBase = _io._BufferedIOBase
TextIOBase = _io._TextIOBase


def __getattr__(name):
    # Protocols for annotations are made on demand: abstract base classes are slow to create.
    if name in ("Reader", "Writer"):
        import _ttd_protocols
        globals()[name] = found = getattr(_ttd_protocols, name)
        return found
    raise AttributeError(f"module 'io' has no attribute '{name}'")


__all__ += ["Reader", "Writer"]
