"""Blobs of `_sqlite3`: parts of a stored value that are read and written in place."""

import _ttd_sqlite as _native
from _operator import index

from _ttd_sqlite_base import ProgrammingError, ask, octets


class Blob:
    """An open BLOB."""

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'sqlite3.Blob' instances")

    def _check(self):
        self._connection._check()
        if self._number is None:
            raise ProgrammingError("Cannot operate on a closed blob.")

    def close(self, /):
        """Close the blob."""
        self._connection._check()
        if self._number is not None:
            ask(self._connection, _native.blob_close, self._number)
            self._number = None

    def __enter__(self, /):
        """Blob context manager enter."""
        self._check()
        return self

    def __exit__(self, type, val, tb, /):
        """Blob context manager exit."""
        self._check()
        self.close()
        return False

    def __len__(self, /):
        self._check()
        return self._length

    def _get(self, offset, length):
        return ask(self._connection, _native.blob_read, self._number, offset, length)

    def _put(self, offset, data):
        ask(self._connection, _native.blob_write, self._number, offset, data)

    def read(self, length=-1, /):
        """Read data at the current offset position."""
        self._check()
        length = index(length)
        left = self._length - self._offset
        if length < 0 or length > left:
            length = left
        if length == 0:
            return b""
        data = self._get(self._offset, length)
        self._offset += length
        return data

    def write(self, data, /):
        """Write data at the current offset."""
        data = octets(data)
        self._check()
        if len(data) > self._length - self._offset:
            raise ValueError("data longer than blob")
        self._put(self._offset, data)
        self._offset += len(data)

    def seek(self, offset, origin=0, /):
        """Set the current access position to offset."""
        offset, origin = index(offset), index(origin)
        self._check()
        if not -1 << 31 <= offset < 1 << 31:
            raise OverflowError("seek offset results in overflow" if origin else
                                "Python int too large to convert to C int")
        if origin == 1:
            offset += self._offset
        elif origin == 2:
            offset += self._length
        elif origin != 0:
            raise ValueError("'origin' should be os.SEEK_SET, os.SEEK_CUR, or os.SEEK_END")
        if offset > (1 << 31) - 1:
            raise OverflowError("seek offset results in overflow")
        if not 0 <= offset <= self._length:
            raise ValueError("offset out of blob range")
        self._offset = offset

    def tell(self, /):
        """Return the current access position for the blob."""
        self._check()
        return self._offset

    def _index(self, key):
        key = _fit(key)
        if key < 0:
            key += self._length
        if not 0 <= key < self._length:
            raise IndexError("Blob index out of range")
        return key

    def __getitem__(self, key, /):
        self._check()
        if hasattr(type(key), "__index__"):
            return self._get(self._index(key), 1)[0]
        if not isinstance(key, slice):
            raise TypeError("Blob indices must be integers")
        start, stop, step = key.indices(self._length)
        if len(range(start, stop, step)) == 0:
            return b""
        if step == 1:
            return self._get(start, stop - start)
        return self._get(0, self._length)[start:stop if stop >= 0 else None:step]

    def __setitem__(self, key, value, /):
        self._check()
        if hasattr(type(key), "__index__"):
            if not isinstance(value, int):
                raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
            at = self._index(key)
            if not 0 <= value < 256:
                raise ValueError("byte must be in range(0, 256)")
            self._put(at, bytes((value,)))
            return
        if not isinstance(key, slice):
            raise TypeError("Blob indices must be integers")
        start, stop, step = key.indices(self._length)
        places = range(start, stop, step)
        if not places:
            return
        value = octets(value)
        if len(value) != len(places):
            raise IndexError("Blob slice assignment is wrong size")
        if step == 1:
            self._put(start, value)
            return
        data = bytearray(self._get(0, self._length))
        for place, byte in zip(places, value):
            data[place] = byte
        self._put(0, bytes(data))

    def __delitem__(self, key, /):
        self._check()
        if isinstance(key, slice):
            raise TypeError("Blob doesn't support slice deletion")
        raise TypeError("Blob doesn't support item deletion")

    def __contains__(self, value, /):
        raise TypeError("argument of type 'sqlite3.Blob' is not iterable")

    __iter__ = None


Blob.__module__ = "sqlite3"


def _fit(key):
    number = index(key)
    if not -1 << 63 <= number < 1 << 63:
        raise IndexError(f"cannot fit '{type(key).__name__}' into an index-sized integer")
    return number


def open_blob(connection, table, column, row, readonly, name):
    made = object.__new__(Blob)
    number, length = ask(connection, _native.blobopen, name, table, column, row, int(readonly))
    made._connection, made._number, made._length, made._offset = connection, number, length, 0
    return made
