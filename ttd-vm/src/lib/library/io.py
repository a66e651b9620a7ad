"""The io module provides the Python interfaces to stream handling."""

import abc

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
    "UnsupportedOperation", "SEEK_SET", "SEEK_CUR", "SEEK_END", "DEFAULT_BUFFER_SIZE", "text_encoding",
    "IncrementalNewlineDecoder",
]


class IOBase(_io._IOBase, metaclass=abc.ABCMeta):
    __doc__ = _io._IOBase.__doc__


class RawIOBase(_io._RawIOBase, IOBase):
    __doc__ = _io._RawIOBase.__doc__


class BufferedIOBase(_io._BufferedIOBase, IOBase):
    __doc__ = _io._BufferedIOBase.__doc__


class TextIOBase(_io._TextIOBase, IOBase):
    __doc__ = _io._TextIOBase.__doc__


RawIOBase.register(FileIO)
for _class in (BytesIO, BufferedReader, BufferedWriter, BufferedRandom, BufferedRWPair):
    BufferedIOBase.register(_class)
for _class in (StringIO, TextIOWrapper):
    TextIOBase.register(_class)
del _class


def __dir__():
    return sorted({*globals(), "Reader", "Writer"})


def __getattr__(name):
    # Protocols for annotations are made on demand: most programs need none.
    if name in ("Reader", "Writer"):
        import _ttd_protocols
        globals()[name] = found = getattr(_ttd_protocols, name)
        return found
    raise AttributeError(f"module 'io' has no attribute '{name}'")


__all__ += ["Reader", "Writer"]
