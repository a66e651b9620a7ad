"""Memory maps. The memory of an anonymous or private map is a bytearray of the program; what is in a shared map of a
file is read from the file, the part that is looked at and what comes behind it, and written to it at each access: see
`mapped_window.rs`."""

import _core
import _posix
import _ttd_builtins
from _operator import index as _index
import posix

ACCESS_COPY, ACCESS_DEFAULT, ACCESS_READ, ACCESS_WRITE, ALLOCATIONGRANULARITY, MADV_DODUMP = 3, 0, 1, 2, 4096, 17
MADV_DOFORK, MADV_DONTDUMP, MADV_DONTFORK, MADV_DONTNEED, MADV_FREE, MADV_HUGEPAGE = 11, 16, 10, 4, 8, 14
MADV_HWPOISON, MADV_MERGEABLE, MADV_NOHUGEPAGE, MADV_NORMAL, MADV_RANDOM, MADV_REMOVE = 100, 12, 15, 0, 1, 9
MADV_SEQUENTIAL, MADV_UNMERGEABLE, MADV_WILLNEED, MAP_32BIT, MAP_ANON, MAP_ANONYMOUS = 2, 13, 3, 64, 32, 32
MAP_DENYWRITE, MAP_EXECUTABLE, MAP_NORESERVE, MAP_POPULATE, MAP_PRIVATE, MAP_SHARED = 2048, 4096, 16384, 32768, 2, 1
MAP_STACK, PAGESIZE, PROT_EXEC, PROT_READ, PROT_WRITE = 131072, 4096, 4, 1, 2
error = OSError

_mapped_byte, _mapped_part = _ttd_builtins.mapped_byte, _ttd_builtins.mapped_part
_mapped_write = _ttd_builtins.mapped_write
# A window in which nothing was read yet: see `mapped_window.rs`.
_UNREAD = None, 0, 0, -1, 0


def _size(value, what="memory mapped length"):
    if not hasattr(type(value), "__index__"):
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
    value = _index(value)
    if not -(1 << 63) <= value < 1 << 63:
        raise OverflowError("cannot fit 'int' into an index-sized integer")
    if value < 0:
        raise OverflowError(f"{what} must be positive")
    return value


class mmap:
    """Maps length bytes from the file specified by the file descriptor fileno, and returns a mmap object."""

    __module__ = "mmap"
    __slots__ = ("_data", "_tracks", "_fd", "_start", "_length", "_end", "_position", "_access", "_views", "_copy",
                 "_window", "_copied", "__weakref__")

    def __new__(cls, fileno, length, flags=MAP_SHARED, prot=PROT_WRITE | PROT_READ, access=ACCESS_DEFAULT, offset=0, *,
                trackfd=True):
        fileno, length, offset = _index(fileno), _size(length), _size(offset, "memory mapped offset")
        _core.audit("mmap.__new__", fileno, length, access, offset)
        if access != ACCESS_DEFAULT and (flags != MAP_SHARED or prot != PROT_WRITE | PROT_READ):
            raise ValueError("mmap can't specify both access and flags, prot.")
        if access == ACCESS_READ:
            flags, prot = MAP_SHARED, PROT_READ
        elif access == ACCESS_WRITE:
            flags, prot = MAP_SHARED, PROT_READ | PROT_WRITE
        elif access == ACCESS_COPY:
            flags, prot = MAP_PRIVATE, PROT_READ | PROT_WRITE
        elif access == ACCESS_DEFAULT:
            if not prot & PROT_WRITE:
                access = ACCESS_READ
        else:
            raise ValueError("mmap invalid access parameter.")
        self = object.__new__(cls)
        self._fd, self._data, self._position, self._views = -1, None, 0, 0
        # What views of a shared map of a file show (see `mapped.rs`), which part of it was read, and the part of the
        # file that other accesses have read.
        self._copy = self._copied = self._window = None
        self._start, self._access, self._tracks = offset, access, bool(trackfd)
        if offset % ALLOCATIONGRANULARITY:
            raise OSError(22, posix.strerror(22))
        if flags & (MAP_SHARED | MAP_PRIVATE) == 0:
            raise OSError(22, posix.strerror(22))
        if fileno == -1 or flags & MAP_ANONYMOUS:
            if length == 0:
                raise OSError(22, posix.strerror(22))
            self._data = bytearray(length)
        else:
            length = self._of_file(fileno, length, offset, flags, prot)
        self._length, self._end = length, offset + length
        return self

    def _of_file(self, fileno, length, offset, flags, prot):
        status = posix.fstat(fileno)
        if status.st_mode & 0o170000 == 0o100000:
            if length == 0:
                if status.st_size == 0:
                    raise ValueError("cannot mmap an empty file")
                if offset >= status.st_size:
                    raise ValueError("mmap offset is greater than file size")
                length = status.st_size - offset
            elif offset > status.st_size or status.st_size - offset < length:
                raise ValueError("mmap length is greater than file size")
        elif length == 0:
            raise OSError(22, posix.strerror(22))
        mode = _posix.call((), "fcntl get", fileno, 3) & 3
        if mode == posix.O_WRONLY or flags & MAP_SHARED and prot & PROT_WRITE and mode != posix.O_RDWR:
            raise PermissionError(13, posix.strerror(13))
        if flags & MAP_PRIVATE:
            data = posix.pread(fileno, length, offset)
            self._data = bytearray(data + bytes(length - len(data)))
        else:
            self._fd, self._window = posix.dup(fileno), list(_UNREAD)
        return length

    def _check(self, write=False, resize=False):
        if self._length is None:
            raise ValueError("mmap closed or invalid")
        if write and self._access == ACCESS_READ:
            raise TypeError("mmap can't modify a readonly memory map.")

    def _get(self, start, stop):
        if self._data is not None:
            return bytes(self._data[start:stop])
        if start >= stop:
            return b""
        return _mapped_part(self._window, self._fd, self._start + start, stop - start, self._end)

    def _put(self, start, data):
        if self._data is not None:
            self._data[start:start + len(data)] = data
        elif self._fd >= 0:
            _mapped_write(self._window, self._fd, self._start + start, data)

    def _has_views(self):
        """Whether the program has a view; those that nothing refers to count as released."""
        if self._views <= 0:
            return False
        try:
            _ttd_builtins.check_resize(self._copy if self._data is None else self._data)
        except BufferError:
            return True
        self._views = 0
        return False

    def close(self):
        if self._has_views():
            raise BufferError("cannot close exported pointers exist")
        if self._fd >= 0:
            posix.close(self._fd)
        self._fd, self._data, self._length = -1, None, None

    @property
    def closed(self):
        return self._length is None

    def __del__(self):
        if getattr(self, "_fd", -1) >= 0:
            posix.close(self._fd)
            self._fd = -1

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.close()

    def __buffer__(self, flags):
        self._check()
        if self._data is not None:
            view = memoryview(self._data)
            self._views += 1
            return view.toreadonly() if self._access == ACCESS_READ else view
        self._views += 1
        if self._copy is None or len(self._copy) != self._length:
            self._copy, self._copied = bytearray(self._length), list(_UNREAD)
        view = _ttd_builtins.mapped_view(self._copy, self._fd, self._start, self._copied)
        return view.toreadonly() if self._access == ACCESS_READ else view

    def __release_buffer__(self, view):
        self._views -= 1
        view.release()

    def __len__(self):
        self._check()
        return self._length

    def __repr__(self):
        if self._length is None:
            return "<mmap.mmap closed=True>"
        names = {ACCESS_DEFAULT: "ACCESS_DEFAULT", ACCESS_READ: "ACCESS_READ", ACCESS_WRITE: "ACCESS_WRITE",
                 ACCESS_COPY: "ACCESS_COPY"}
        return (f"<mmap.mmap closed=False, access={names[self._access]}, length={self._length}, "
                f"pos={self._position}, offset={self._start}>")

    def _bounds(self, start, end):
        start = self._position if start is None else _index(start)
        end = self._length if end is None else _index(end)
        self._check()
        start, end, _ = slice(start, end).indices(self._length)
        return start, end

    def find(self, view, start=None, end=None, /):
        self._check()
        start, end = self._bounds(start, end)
        b"".find(view)
        # A piece of the file after the other, each with the end of the one before.
        overlap = 0 if isinstance(view, int) else max(memoryview(view).nbytes - 1, 0)
        size = max(4096, 2 * overlap)
        while self._data is None and end - start > size:
            found = self._get(start, start + size).find(view)
            if found >= 0:
                return found + start
            start += size - overlap
            size = min(4 * size, max(1 << 20, size))
        found = self._get(start, end).find(view)
        return found if found < 0 else found + start

    def rfind(self, view, start=None, end=None, /):
        self._check()
        start, end = self._bounds(start, end)
        found = self._get(start, end).rfind(view)
        return found if found < 0 else found + start

    def flush(self, offset=0, size=None, /):
        self._check()
        size = self._length - offset if size is None else size
        if size + offset > self._length or offset < 0 or size < 0:
            raise ValueError("flush values out of range")
        if self._access not in (ACCESS_READ, ACCESS_COPY) and offset % PAGESIZE:
            raise OSError(22, posix.strerror(22))

    def madvise(self, option, start=0, length=None, /):
        option, start = _index(option), _index(start)
        length = None if length is None else _index(length)
        if not max(abs(start), abs(length or 0)) < 1 << 63:
            raise OverflowError("Python int too large to convert to C ssize_t")
        self._check()
        if not 0 <= start < self._length:
            raise ValueError("madvise start out of bounds")
        if length is not None and length < 0:
            raise ValueError("madvise length invalid")
        if length is not None and start + length >= 1 << 63:
            raise OverflowError("madvise length too large")
        if start % PAGESIZE:
            raise OSError(22, posix.strerror(22))

    def move(self, dest, src, count, /):
        self._check(write=True)
        dest, src, count = _index(dest), _index(src), _index(count)
        self._check(write=True)
        if min(dest, src, count) < 0 or max(dest, src) > self._length - count:
            raise ValueError("source, destination, or count out of range")
        self._put(dest, self._get(src, src + count))

    def read(self, n=None, /):
        self._check()
        if n is not None and not hasattr(type(n), "__index__"):
            raise TypeError(f"argument should be integer or None, not '{type(n).__name__}'")
        left = max(self._length - self._position, 0)
        n = n if n is None else _index(n)
        self._check()
        n = left if n is None or n < 0 else min(n, left)
        data = self._get(self._position, self._position + n)
        self._position += n
        return data

    def read_byte(self):
        self._check()
        if self._position >= self._length:
            raise ValueError("read byte out of range")
        self._position += 1
        return self._get(self._position - 1, self._position)[0]

    def readline(self):
        if self._length is None:
            self._check()
        at = self._position
        data = self._get(at, min(at + 256, self._length))
        end = data.find(b"\n") + 1
        if end:
            self._position = at + end
            return data[:end]
        end = mmap.find(self, b"\n", at)
        end = self._length if end < 0 else end + 1
        data = self._get(self._position, end)
        self._position = max(end, self._position)
        return data

    def resize(self, newsize, /):
        self._check()
        newsize = _index(newsize)
        self._check()
        if not self._tracks:
            raise ValueError("can't resize with trackfd=False")
        if self._access not in (ACCESS_DEFAULT, ACCESS_WRITE):
            raise TypeError("mmap can't resize a readonly or copy-on-write memory map.")
        if self._has_views():
            raise BufferError("mmap can't resize with extant pointers exported.")
        if newsize < 0 or self._start + newsize >= 1 << 63:
            raise ValueError("new size out of range")
        if newsize == 0:
            raise OSError(22, posix.strerror(22))
        if self._fd >= 0:
            posix.ftruncate(self._fd, self._start + newsize)
        else:
            self._data = self._data[:newsize] + bytes(max(newsize - len(self._data), 0))
        self._length, self._end = newsize, self._start + newsize

    def seek(self, pos, whence=0, /):
        self._check()
        if whence not in (0, 1, 2):
            raise ValueError("unknown seek type")
        pos = _index(pos)
        self._check()
        where = pos + (0, self._position, self._length)[whence]
        if not 0 <= where <= self._length:
            raise ValueError("seek out of range")
        self._position = where
        return where

    def seekable(self):
        return True

    def size(self):
        self._check()
        if not self._tracks:
            raise OSError(9, posix.strerror(9))
        return self._length if self._fd < 0 else posix.fstat(self._fd).st_size

    def tell(self):
        self._check()
        return self._position

    def write(self, bytes, /):
        self._check(write=True)
        data = memoryview(bytes).tobytes()
        self._check(write=True)
        if self._position > self._length or self._length - self._position < len(data):
            raise ValueError("data out of range")
        self._put(self._position, data)
        self._position += len(data)
        return len(data)

    def write_byte(self, byte, /):
        self._check(write=True)
        byte = _index(byte)
        self._check(write=True)
        if not 0 <= byte <= 255:
            raise OverflowError("unsigned byte integer is " + ("greater than maximum" if byte > 0 else "less than minimum"))
        if self._position >= self._length:
            raise ValueError("write byte out of range")
        self._put(self._position, bytes((byte,)))
        self._position += 1

    def _place(self, index):
        index = _index(index)
        self._check()
        if index < 0:
            index += self._length
        if not 0 <= index < self._length:
            raise IndexError("mmap index out of range")
        return index

    def __getitem__(self, index, /):
        length = self._length
        if type(index) is int and length is not None and -length <= index < length:
            if self._data is not None:
                return self._data[index]
            return _mapped_byte(self._window, self._fd, self._start + (index if index >= 0 else index + length), self._end)
        self._check()
        if type(index) is slice:
            start, stop, step = index.indices(length)
            self._check()
            return self._get(start, stop) if step == 1 else self._get(0, self._length)[index]
        if hasattr(type(index), "__index__"):
            at = self._place(index)
            self._check()
            return self._get(at, at + 1)[0]
        raise TypeError("mmap indices must be integers")

    def __setitem__(self, index, value, /):
        length = self._length
        if length is not None and self._access != ACCESS_READ:
            if type(index) is int and type(value) is int and 0 <= index < length and 0 <= value <= 255:
                if self._data is None:
                    _mapped_write(self._window, self._fd, self._start + index, value)
                else:
                    self._data[index] = value
                return
            if type(index) is slice and type(value) is bytes and index.step is None:
                start, stop, _ = index.indices(length)
                if stop - start == len(value) and length == self._length:
                    return self._put(start, value)
        self._check(write=True)
        if hasattr(type(index), "__index__"):
            at = self._place(index)
            if not hasattr(type(value), "__index__"):
                raise TypeError("mmap item value must be an int")
            value = _index(value)
            self._check(write=True)
            if not 0 <= value <= 255:
                raise ValueError("mmap item value must be in range(0, 256)")
            return self._put(at, bytes((value,)))
        if not isinstance(index, slice):
            raise TypeError("mmap indices must be integers")
        places = range(*index.indices(self._length))
        self._check(write=True)
        data = memoryview(value).tobytes()
        if len(data) != len(places):
            raise IndexError("mmap slice assignment is wrong size")
        if places.step == 1:
            return self._put(places.start, data)
        for at, byte in zip(places, data):
            self._put(at, bytes((byte,)))

    def __delitem__(self, index, /):
        self._check(write=True)
        raise TypeError("mmap object doesn't support " +
                        ("slice deletion" if isinstance(index, slice) else "item deletion"))

    def __reduce_ex__(self, protocol, /):
        raise TypeError("cannot pickle 'mmap.mmap' object")
