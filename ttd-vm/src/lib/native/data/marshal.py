"""This module contains functions that can read and write Python values in a binary format.

Numbers, text, bytes and containers of them are written as version 2 of the format says. A code object is written in a
form of this interpreter's own, and checked when it is read.
"""

import _core
import _ttd_marshal as _native

version = 5
_INTERNED, _UNICODE, _SHORT = 0x74, 0x75, 0x7A
_DEEPEST = 2000


def dumps(value, version=5, /, *, allow_code=True):
    """Return the bytes object that would be written to a file by dump(value, file)."""
    _core.audit("marshal.dumps", value, version)
    made = _native.dumps(value, version)
    if made is not None:
        return made
    out = bytearray()
    _write(value, out, 0, allow_code, _shared(value) if version >= 3 else {})
    return bytes(out)


def dump(value, file, version=5, /, *, allow_code=True):
    """Write the value on the open file."""
    return file.write(dumps(value, version, allow_code=allow_code))


def _size(n):
    return n.to_bytes(4, "little")


def _shared(value):
    """The ids of the objects that occur more than once; what is written first gets a number there. At None is the next
    number."""
    containers = (tuple, list, set, frozenset, slice)
    kinds = (*containers, dict, str, bytes, complex, type(_write.__code__))
    met, shared, todo = set(), {None: 0}, [value]
    while todo:
        v = todo.pop()
        kind = type(v)
        if kind not in kinds:
            continue
        if id(v) in met:
            shared[id(v)] = None
            continue
        met.add(id(v))
        if kind is dict:
            for item in v.items():
                todo.extend(item)
        elif kind is slice:
            todo.extend((v.start, v.stop, v.step))
        elif kind in containers:
            todo.extend(v)
    return shared


def _write(v, out, depth, allow_code, shared):
    if depth >= _DEEPEST:
        raise ValueError("object too deeply nested to marshal")
    if id(v) not in shared:
        _write_kind(v, out, depth + 1, allow_code, shared)
        return
    number = shared[id(v)]
    if number is not None:
        out += b"r" + _size(number)
        return
    shared[id(v)] = shared[None]
    shared[None] += 1
    start = len(out)
    _write_kind(v, out, depth + 1, allow_code, shared)
    out[start] |= 0x80


def _write_kind(v, out, depth, allow_code, shared):
    kind = type(v)
    if v is None:
        out += b"N"
    elif v is True:
        out += b"T"
    elif v is False:
        out += b"F"
    elif v is StopIteration:
        out += b"S"
    elif v is ...:
        out += b"."
    elif kind is int:
        if -0x80000000 <= v <= 0x7FFFFFFF:
            out += b"i" + v.to_bytes(4, "little", signed=True)
        else:
            digits = []
            rest = abs(v)
            while rest:
                digits.append(rest & 0x7FFF)
                rest >>= 15
            n = len(digits)
            out += b"l" + (n if v > 0 else -n).to_bytes(4, "little", signed=True)
            for digit in digits:
                out += digit.to_bytes(2, "little")
    elif kind is float:
        out += b"g" + _double(v)
    elif kind is complex:
        out += b"y" + _double(v.real) + _double(v.imag)
    elif kind is str:
        data = v.encode("utf-8", "surrogatepass")
        out += b"u" + _size(len(data)) + data
    elif kind is bytes or kind is bytearray or kind in (memoryview,) or _is_array(v):
        v = v if kind is bytes else bytes(v)
        out += b"s" + _size(len(v)) + v
    elif kind is tuple or kind is list or kind is set or kind is frozenset:
        out += {tuple: b"(", list: b"[", set: b"<", frozenset: b">"}[kind] + _size(len(v))
        for item in v:
            _write(item, out, depth, allow_code, shared)
    elif kind is dict:
        out += b"{"
        for key, value in v.items():
            _write(key, out, depth, allow_code, shared)
            _write(value, out, depth, allow_code, shared)
        out += b"0"
    elif kind is slice:
        out += b":"
        for part in (v.start, v.stop, v.step):
            _write(part, out, depth, allow_code, shared)
    elif kind is type(_write.__code__):
        if not allow_code:
            raise ValueError("marshalling code objects is disallowed")
        data = _core.pack_code(v)
        out += b"c" + _size(len(data)) + data
    else:
        raise ValueError("unmarshallable object")


def _is_array(v):
    return type(v).__module__ == "array" and type(v).__name__ == "array"


def _double(x):
    import struct
    return struct.pack("<d", x)


def loads(bytes, /, *, allow_code=True):
    """Convert the bytes-like object to a value."""
    _core.audit("marshal.loads", bytes)
    made = _native.loads(bytes)
    if made is not None:
        return made[0]
    data = memoryview(bytes).tobytes() if not isinstance(bytes, (bytearray, type(b""))) else bytes
    return _Reader(data, allow_code).value()


def load(file, /, *, allow_code=True):
    """Read one value from the open file and return it."""
    _core.audit("marshal.load")
    data = file.read(0)
    if not isinstance(data, bytes):
        raise TypeError(f"file.read() returned not bytes but {type(data).__name__}")
    if type(file).__module__ == "_io" and file.seekable():
        # Nobody sees how much of it is read at once.
        start, data = file.tell(), file.read()
        reader = _Reader(data, allow_code)
        value = reader.value()
        if reader.at < len(data):
            file.seek(start + reader.at)
        return value
    return _FileReader(file, allow_code).value()


class _Reader:
    def __init__(self, data, allow_code=True):
        self.data, self.at, self.refs, self.allow_code = data, 0, [], allow_code

    def take(self, n):
        end = self.at + n
        if end > len(self.data):
            raise EOFError("marshal data too short")
        part = self.data[self.at:end]
        self.at = end
        return part

    def ended(self):
        return self.at >= len(self.data)

    def number(self, n, signed=True):
        return int.from_bytes(self.take(n), "little", signed=signed)

    def double(self):
        import struct
        return struct.unpack("<d", self.take(8))[0]

    def count(self, n=4, what="string"):
        size = self.number(n, n == 4)
        if size < 0:
            raise ValueError(f"bad marshal data ({what} size out of range)")
        return size

    def value(self):
        found = self.read(0)
        if found is _NULL:
            raise TypeError("NULL object in marshal data for object")
        return found

    def read(self, depth):
        if depth > _DEEPEST:
            raise ValueError("recursion limit exceeded")
        if self.ended():
            raise EOFError("EOF read where object expected")
        kind = self.number(1, False)
        flag, kind = kind & 0x80, chr(kind & 0x7F)
        place = None
        if flag and kind in "([{<>)":
            place = len(self.refs)
            self.refs.append(None)
        made = self.read_kind(kind, depth, place)
        if flag:
            if place is None:
                self.refs.append(made)
            else:
                self.refs[place] = made
        return made

    def read_kind(self, kind, depth, place):
        if kind in _CONSTANTS:
            return _CONSTANTS[kind]
        if kind == "i":
            return self.number(4)
        if kind == "I":
            return self.number(8)
        if kind == "l":
            n = self.number(4)
            value = digit = 0
            for i in range(abs(n)):
                digit = self.number(2, False)
                if digit > 0x7FFF:
                    raise ValueError("bad marshal data (digit out of range in long)")
                value |= digit << 15 * i
            if n and not digit:
                raise ValueError("bad marshal data (unnormalized long data)")
            return value if n >= 0 else -value
        if kind == "g":
            return self.double()
        if kind == "y":
            real = self.double()
            return complex(real, self.double())
        if kind in "us":
            data = bytes(self.take(self.count()))
            return data if kind == "s" else data.decode("utf-8", "surrogatepass")
        if kind in "aAzZt":
            data = bytes(self.take(self.count(1 if kind in "zZ" else 4)))
            return data.decode("utf-8", "surrogatepass")
        if kind == "r":
            at = self.count()
            if at >= len(self.refs):
                raise ValueError("bad marshal data (invalid reference)")
            return self.refs[at]
        if kind in "()[<>":
            return self.container(kind, depth, place)
        if kind == "{":
            made = {}
            if place is not None:
                self.refs[place] = made
            while (key := self.read(depth + 1)) is not _NULL:
                made[key] = self.read(depth + 1)
            return made
        if kind == ":":
            start, stop = self.read(depth + 1), self.read(depth + 1)
            return slice(start, stop, self.read(depth + 1))
        if kind == "c":
            if not self.allow_code:
                raise ValueError("unmarshalling code objects is disallowed")
            return _core.unpack_code(bytes(self.take(self.count())))
        raise ValueError("bad marshal data (unknown type code)")

    def container(self, kind, depth, place):
        n = self.count(1 if kind == ")" else 4, {"(": "tuple", "[": "list"}.get(kind, "set"))
        made = []
        if kind == "[" and place is not None:
            self.refs[place] = made
        for _ in range(n):
            item = self.read(depth + 1)
            if item is _NULL:
                raise TypeError("NULL object in marshal data")
            made.append(item)
        if kind == "[":
            return made
        return {"(": tuple, ")": tuple, "<": set, ">": frozenset}[kind](made)


_NULL = object()
_CONSTANTS = {"N": None, "T": True, "F": False, "S": StopIteration, ".": ..., "0": _NULL}


class _FileReader(_Reader):
    """Reads from a file no more than it needs: another value may follow, and may not be there yet."""

    def __init__(self, file, allow_code):
        super().__init__(b"", allow_code)
        self.file = file

    def fill(self, n):
        buffer = bytearray(n)
        size = self.file.readinto(buffer)
        if size is not None and size > n:
            raise ValueError(f"read() returned too much data: {n} bytes requested, {size} returned")
        return bytes(buffer[:size or 0])

    def take(self, n):
        part = self.data
        if len(part) < n:
            part += self.fill(n - len(part))
        if len(part) < n:
            raise EOFError("EOF read where not expected")
        self.data = part[n:]
        return part[:n]

    def ended(self):
        if not self.data:
            self.data = self.fill(1)
        return not self.data
