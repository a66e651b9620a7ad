"""`_csv`: the objects of the reader and writer of comma-separated values. Taking a line apart and putting one together
is native code (`_ttd_csv`); what iterates over the program's objects and calls its methods is here.
"""

import _ttd_bufferedio
import _ttd_csv as _native
from _ttd_csv import Error

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE, QUOTE_STRINGS, QUOTE_NOTNULL = range(6)

_dialects = {}
_limit = [131072]
_ABSENT = object()


def _char(name, value, default, optional):
    if value is _ABSENT:
        return default
    if value is None and optional:
        return None
    if not isinstance(value, str):
        kind = "string or None" if optional else "string"
        raise TypeError(f'"{name}" must be {kind}, not {type(value).__name__}')
    if len(value) != 1:
        raise TypeError(f'"{name}" must be a 1-character string')
    return str(value)


def _check(name, c, space):
    if c is not None and (c in "\r\n" or c == " " and not space):
        raise ValueError(f"bad {name} value")


def _check_pair(name, a, other, b):
    if a is not None and b is not None and a in b:
        raise ValueError(f"bad {name} or {other} value")


class Dialect:
    """CSV dialect

The Dialect type records CSV dialect options."""

    def __reduce_ex__(self, protocol, /):
        """Raises an exception to avoid pickling."""
        raise TypeError(f"cannot pickle '{type(self).__name__}' instances")

    __reduce__ = __reduce_ex__
    __slots__ = ("_delimiter", "_quotechar", "_escapechar", "_lineterminator", "_quoting", "_doublequote",
                 "_skipinitialspace", "_strict", "_parts")

    def __new__(cls, dialect=None, delimiter=_ABSENT, doublequote=_ABSENT, escapechar=_ABSENT,
                lineterminator=_ABSENT, quotechar=_ABSENT, quoting=_ABSENT, skipinitialspace=_ABSENT, strict=_ABSENT,
                **others):
        for name in others:
            raise TypeError(f"this function got an unexpected keyword argument '{name}'")
        if isinstance(dialect, str):
            dialect = get_dialect(dialect)
        if dialect is not None:
            if (type(dialect) is cls and delimiter is doublequote is escapechar is lineterminator is quotechar is quoting
                    is skipinitialspace is strict is _ABSENT):
                return dialect
            given = [delimiter, doublequote, escapechar, lineterminator, quotechar, quoting, skipinitialspace, strict]
            names = ("delimiter", "doublequote", "escapechar", "lineterminator", "quotechar", "quoting",
                     "skipinitialspace", "strict")
            (delimiter, doublequote, escapechar, lineterminator, quotechar, quoting, skipinitialspace,
             strict) = [getattr(dialect, name, _ABSENT) if value is _ABSENT else value
                        for name, value in zip(names, given)]
        self = object.__new__(cls)
        self._fill(delimiter, doublequote, escapechar, lineterminator, quotechar, quoting, skipinitialspace, strict)
        return self

    def _fill(self, delimiter, doublequote, escapechar, lineterminator, quotechar, quoting, skipinitialspace, strict):
        delimiter = _char("delimiter", delimiter, ",", False)
        doublequote = True if doublequote is _ABSENT else bool(doublequote)
        escapechar = _char("escapechar", escapechar, None, True)
        if lineterminator is _ABSENT:
            lineterminator = "\r\n"
        elif lineterminator is not None and not isinstance(lineterminator, str):
            raise TypeError('"lineterminator" must be a string')
        no_quotechar = quotechar is None and quoting is _ABSENT
        quotechar = _char("quotechar", quotechar, '"', True)
        if no_quotechar:
            quoting = QUOTE_NONE
        if quoting is _ABSENT:
            quoting = QUOTE_MINIMAL
        elif type(quoting) is not int:
            if not isinstance(quoting, int) or isinstance(quoting, bool):
                raise TypeError('"quoting" must be an integer')
            quoting = int(quoting)
        if not 0 <= quoting <= 5:
            raise TypeError('bad "quoting" value')
        if quoting != QUOTE_NONE and quotechar is None:
            raise TypeError("quotechar must be set if quoting enabled")
        if lineterminator is None:
            raise TypeError("lineterminator must be set")
        skipinitialspace = False if skipinitialspace is _ABSENT else bool(skipinitialspace)
        _check("delimiter", delimiter, True)
        _check("escapechar", escapechar, not skipinitialspace)
        _check("quotechar", quotechar, not skipinitialspace)
        _check_pair("delimiter", delimiter, "escapechar", escapechar)
        _check_pair("delimiter", delimiter, "quotechar", quotechar)
        _check_pair("escapechar", escapechar, "quotechar", quotechar)
        _check_pair("delimiter", delimiter, "lineterminator", lineterminator)
        _check_pair("escapechar", escapechar, "lineterminator", lineterminator)
        _check_pair("quotechar", quotechar, "lineterminator", lineterminator)
        self._delimiter = delimiter
        self._quotechar = quotechar
        self._escapechar = escapechar
        self._lineterminator = lineterminator
        self._quoting = quoting
        self._doublequote = doublequote
        self._skipinitialspace = skipinitialspace
        self._strict = False if strict is _ABSENT else bool(strict)
        self._parts = (delimiter, quotechar, escapechar, lineterminator, quoting, doublequote, skipinitialspace,
                       self._strict)

    delimiter = property(lambda self: self._delimiter)
    quotechar = property(lambda self: self._quotechar)
    escapechar = property(lambda self: self._escapechar)
    lineterminator = property(lambda self: self._lineterminator)
    quoting = property(lambda self: self._quoting)
    doublequote = property(lambda self: self._doublequote)
    skipinitialspace = property(lambda self: self._skipinitialspace)
    strict = property(lambda self: self._strict)


_usual = Dialect()


def _make_dialect(dialect, fmtparams):
    if not fmtparams:
        if dialect is None:
            return _usual
        if type(dialect) is Dialect:
            return dialect
    return Dialect(dialect, **fmtparams)


class Reader:
    """CSV reader

Reader objects are responsible for reading and parsing tabular data
in CSV format."""

    __slots__ = ("_lines", "dialect", "line_num", "_most")

    def __iter__(self):
        return self

    def __next__(self, given):
        # Native code makes records of most lines, or else gives a line that it has taken.
        parts = self.dialect._parts
        fields = []
        state = (0, "", True)
        while True:
            try:
                line = next(self._lines) if given is None else given[0]
            except StopIteration:
                if state[1] or state[0] == 4:
                    if parts[7]:
                        raise Error("unexpected end of data") from None
                    _native.save(parts, state, fields)
                    return fields
                raise
            given = None
            if not isinstance(line, str):
                raise Error(f"iterator should return strings, not {type(line).__name__} "
                            "(the file should be opened in text mode)")
            self.line_num += 1
            state = _native.parse(parts, state, line, fields, _limit[0])
            if state is None:
                return fields


class Writer:
    """CSV writer

Writer objects are responsible for generating tabular data
in CSV format from sequence input."""

    __slots__ = ("_write", "dialect")

    def writerow(self, row, /):
        """Construct and write a CSV record from an iterable of fields.

Non-string elements will be converted to string."""
        parts = self.dialect._parts
        if type(row) is list or type(row) is tuple:
            text = _native.join(parts, row, None)
            if text is not None:
                return self._write(text)
        try:
            row = iter(row)
        except TypeError:
            raise Error(f"iterable expected, not {type(row).__name__}") from None
        kinds, values = [], []
        for value in row:
            kinds.append(_native.kind(value))
            values.append(value if value is None or isinstance(value, str) else str(value))
        return self._write(_native.join(parts, values, kinds))

    def writerows(self, rows, /):
        """Construct and write a series of iterables to a csv file.

Non-string elements will be converted to string."""
        parts, write, join, writerow = self.dialect._parts, self._write, _native.join, Writer.writerow
        for row in rows:
            if type(row) is list or type(row) is tuple:
                text = join(parts, row, None)
                if text is not None:
                    write(text)
                    continue
            writerow(self, row)


_ttd_bufferedio.attach(Reader, "__next__", _native.next)
Reader.__name__ = Reader.__qualname__ = "reader"
Writer.__name__ = Writer.__qualname__ = "writer"


def reader(iterable, /, dialect=None, **fmtparams):
    """Return a reader object that will process lines from the given iterable."""
    made = object.__new__(Reader)
    made._lines = iter(iterable)
    made.dialect = _make_dialect(dialect, fmtparams)
    made.line_num = 0
    made._most = _limit
    return made


def writer(fileobj, /, dialect=None, **fmtparams):
    """Return a writer object that will write user data on the given file object."""
    made = object.__new__(Writer)
    made.dialect = _make_dialect(dialect, fmtparams)
    write = getattr(fileobj, "write", None)
    if not callable(write):
        raise TypeError('argument 1 must have a "write" method')
    made._write = write
    return made


def register_dialect(name, /, dialect=None, **fmtparams):
    """Create a mapping from a string name to a CVS dialect."""
    if not isinstance(name, str):
        raise TypeError("dialect name must be a string")
    _dialects[name] = Dialect(dialect, **fmtparams)


def unregister_dialect(name):
    """Delete the name/dialect mapping associated with a string name."""
    try:
        del _dialects[name]
    except KeyError:
        raise Error("unknown dialect") from None


def get_dialect(name):
    """Return the dialect instance associated with name."""
    try:
        return _dialects[name]
    except KeyError:
        raise Error("unknown dialect") from None


def list_dialects():
    """Return a list of all known dialect names."""
    return list(_dialects)


def field_size_limit(new_limit=_ABSENT):
    """Sets an upper limit on parsed fields."""
    old = _limit[0]
    if new_limit is not _ABSENT:
        if not isinstance(new_limit, int):
            raise TypeError("limit must be an integer")
        _limit[0] = int(new_limit)
    return old
