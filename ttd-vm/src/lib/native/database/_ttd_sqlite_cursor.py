"""Statements, cursors and rows of `_sqlite3`."""

import _ttd_sqlite as _native
from _thread import get_ident
from _ttd_sqlite import are_plain, is_plain, request
from _weakref import ref

from _ttd_sqlite_base import (DataError, Error, InterfaceError, OperationalError, ProgrammingError, Unusable, ask,
                              error_of, settle)
from _ttd_sqlite_types import adapt, bases_adapted, BASIC, converters, PrepareProtocol

_EXECUTE, _STEP, _ROWS, _RESET = _native.execute, _native.step, _native.rows, _native.reset
#: More rows are not read ahead for the sake of another cursor.
_MANY_ROWS = 1000
#: The places of the columns of what has none.
_NOWHERE = {}


def skip_comments(sql):
    """The text without the white space and the comments before its first word."""
    at, n = 0, len(sql)
    while at < n:
        if sql[at] in " \t\f\n\r":
            at += 1
        elif sql.startswith("--", at):
            at = sql.find("\n", at)
            if at < 0:
                return ""
        elif sql.startswith("/*", at):
            at = sql.find("*/", at + 2)
            if at < 0:
                return ""
            at += 2
        else:
            return sql[at:]
    return ""


class Statement:
    """SQLite's statement, by its number. Its columns are those that it had when it was compiled for the `_version`th
    time."""

    __slots__ = ("_number", "_parameters", "_is_named", "_is_dml", "_is_pragma", "_user", "_sql", "_version", "_columns",
                 "_description", "_places")

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'sqlite3.Statement' instances")

    def _is_free(self):
        """Whether no cursor executes it that anybody still has."""
        return self._user is None or self._user() is None


Statement.__module__ = "sqlite3"


def make_statement(connection, sql):
    """Compiles one statement; what only has comments makes an empty one."""
    text = sql.encode()
    if len(text) > connection._longest():
        raise DataError("query string is too large")
    if "\0" in sql:
        raise ProgrammingError("the query contains a null character")
    made = object.__new__(Statement)
    made._sql, made._user, made._is_dml, made._is_pragma = sql, None, False, False
    made._version, made._columns, made._description, made._places = -1, (), None, _NOWHERE
    reply = ask(connection, _native.prepare, sql)
    if reply is None:
        made._number, made._parameters, made._is_named = 0, (), False
        return made
    made._number, made._parameters, used = reply[:3]
    made._is_named = any([name is not None and name[0] != "?" for name in made._parameters])
    if skip_comments(text[used:].decode()):
        ask(connection, _native.finalize, made._number)
        raise ProgrammingError("You can only execute one statement at a time.")
    word = skip_comments(sql)[:7].lower()
    made._is_dml = word.startswith(("insert", "update", "delete")) or word == "replace"
    made._is_pragma = word.startswith("pragma")
    return made


def _adapted(value, bases):
    if type(value) in BASIC and not bases:
        return value
    return adapt(value, PrepareProtocol, value)


def _named(statement, parameters):
    values = []
    for i, name in enumerate(statement._parameters, 1):
        if name is None:
            raise ProgrammingError(f"Binding {i} has no name, but you supplied a dictionary (which has only names).")
        name = name[1:]
        if type(parameters) is dict:
            missing = name not in parameters
            value = None if missing else parameters[name]
        else:
            try:
                value, missing = parameters[name], False
            except LookupError:
                missing = True
        if missing:
            raise ProgrammingError(f"You did not supply a value for binding parameter :{name}.")
        values.append(value)
    return values


def _values(statement, parameters):
    """The values of a statement's parameters, adapted."""
    kind, needed = type(parameters), len(statement._parameters)
    is_builtin = kind is tuple or kind is list
    bases = bases_adapted[0]
    if is_builtin or not isinstance(parameters, dict) and _is_sequence(parameters):
        given = len(parameters)
        if given != needed:
            raise ProgrammingError("Incorrect number of bindings supplied. The current statement uses "
                                   f"{needed}, and there are {given} supplied.")
        if statement._is_named:
            _warn_of_names(statement)
        if is_builtin and not bases and are_plain(parameters):
            return tuple(parameters)
        # Adapting a value may change the list.
        values = parameters if kind is tuple else _items(parameters, needed)
    elif isinstance(parameters, dict) or hasattr(type(parameters), "__getitem__"):
        values = _named(statement, parameters)
    else:
        raise ProgrammingError("parameters are of unsupported type")
    return tuple([_adapted(value, bases) for value in values])


def _items(parameters, n):
    for i in range(n):
        yield parameters[i]


def _warn_of_names(statement):
    from warnings import warn
    for i, name in enumerate(statement._parameters, 1):
        if name is not None and name[0] != "?":
            warn(f"Binding {i} ('{name}') is a named parameter, but you supplied a sequence which requires nominal "
                 "(qmark) placeholders. Starting with Python 3.14 an sqlite3.ProgrammingError will be raised.",
                 DeprecationWarning)


def _is_sequence(value):
    kind = type(value)
    return hasattr(kind, "__getitem__") and hasattr(kind, "__len__") and not hasattr(kind, "keys")


class Row:
    """A row of a query's result, by position and by name."""

    # The place of each column that was asked for by name: all rows of a result have it together.
    __slots__ = ("_values", "_description", "_places")

    def __new__(cls, cursor, data, /):
        if not issubclass(type(cursor), Cursor):
            raise TypeError(f"Row() argument 1 must be sqlite3.Cursor, not {type(cursor).__name__}")
        if not isinstance(data, tuple):
            raise TypeError(f"Row() argument 2 must be tuple, not {type(data).__name__}")
        self = object.__new__(cls)
        self._values, self._description, self._places = data, cursor._description, cursor._places
        return self

    def keys(self, /):
        """Returns the keys of the row."""
        return [column[0] for column in self._description or ()]

    def __getitem__(self, key, /):
        kind = type(key)
        if kind is int:
            try:
                return self._values[key]
            except IndexError:
                raise IndexError("tuple index out of range") from None
        if kind is str:
            place = self._places.get(key)
            if place is None:
                place = self._places[key] = self._place(key)
            return self._values[place]
        if isinstance(key, str):
            return self._values[self._place(key)]
        if isinstance(key, slice):
            return self._values[key]
        if isinstance(key, int):
            return Row.__getitem__(self, int.__index__(key))
        raise IndexError("Index must be int or string")

    def _place(self, key):
        """The place of the first column with this name."""
        folded = _folded(key)
        for i, column in enumerate(self._description or ()):
            if column[0] == key or _folded(column[0]) == folded:
                return i
        raise IndexError("No item with that key")

    def __iter__(self, /):
        return iter(self._values)

    def __len__(self, /):
        return len(self._values)

    def __hash__(self, /):
        return hash(self._description) ^ hash(self._values)

    def __eq__(self, other, /):
        if not isinstance(other, Row):
            return NotImplemented
        return self._description == other._description and self._values == other._values

    def __ne__(self, other, /):
        result = Row.__eq__(self, other)
        return result if result is NotImplemented else not result


Row.__module__ = "sqlite3"


def _folded(name):
    """Names are compared without the case of ASCII letters."""
    return name.lower() if name.isascii() else name


def _executing():
    """The user of a statement that is being executed: what that calls may ask for one with the same text."""
    return True


class Cursor:
    """SQLite database cursor class."""

    _connection = None
    _locked = False

    def __init__(self, connection, /):
        if not isinstance(connection, _connection_class[0]):
            raise TypeError(f"Cursor() argument 1 must be sqlite3.Connection, not {type(connection).__name__}")
        if self._locked:
            raise ProgrammingError("Recursive use of cursors not allowed.")
        if self._statement is not None:
            self._forget()
        self._connection = connection
        self._closed = self._locked = False
        self.arraysize = 1
        self.row_factory = None
        self._description = self._lastrowid = None
        self._places = _NOWHERE
        self._rowcount = -1
        connection._check_thread()

    _statement = _row = None
    _places = _NOWHERE
    # Rows behind `_row` that were read already, last first; the error that followed them, of a statement that is over.
    _rest = ()
    _failure = None
    connection = property(lambda self: self._connection)
    description = property(lambda self: self._description)
    lastrowid = property(lambda self: self._lastrowid)
    rowcount = property(lambda self: self._rowcount)

    def _check(self):
        """Refuses what cannot be used; returns the connection."""
        connection = self._connection
        if connection is None:
            raise ProgrammingError("Base Cursor.__init__ not called.")
        if self._closed:
            raise ProgrammingError("Cannot operate on a closed cursor.")
        if self._locked:
            raise ProgrammingError("Recursive use of cursors not allowed.")
        # Most calls need not ask the connection, which takes as long as all the rest.
        if not connection._db or connection._thread is not None and connection._thread != get_ident():
            connection._check()
        return connection

    def _forget(self):
        """Ends the statement that is being executed, and gives it back."""
        statement, self._statement, self._row = self._statement, None, None
        if statement is not None:
            statement._user = None
            if self._connection._db and statement._number:
                ask(self._connection, _RESET, statement._number)

    def _begin(self, connection, sql):
        """Takes the statement that is to be executed."""
        old, newest = self._statement, connection._newest
        if newest is not None and newest._sql is sql and (newest._user is None or newest is old):
            # Executing it once more begins by ending it.
            statement = newest
            if old is not None and old is not newest:
                self._forget()
        else:
            if old is not None:
                self._forget()
            statement = connection._statement_for(sql)
        self._statement, self._row, self._description, self._rest, self._places = statement, None, None, (), _NOWHERE
        self._failure = None
        statement._user = _executing
        self._rowcount = 0 if statement._is_dml else -1
        return statement

    def execute(self, sql, parameters=(), /):
        """Executes an SQL statement."""
        if not isinstance(sql, str):
            raise TypeError(f"execute() argument 1 must be str, not {type(sql).__name__}")
        connection = self._check()
        self._locked = True
        try:
            statement = self._begin(connection, sql)
            values = _values(statement, parameters)
            if statement._number:
                self._once(connection, statement, values, connection._begin if statement._is_dml else None)
            if self._row is None:
                # It is over: the next cursor can have it at once, and not only when this one is found dead.
                statement._user = self._statement = None
            elif statement._is_pragma:
                self._read_all()
            else:
                statement._user = ref(self)
        except BaseException:
            self._fail()
            raise
        finally:
            self._locked = False
        return self

    def executemany(self, sql, seq_of_parameters, /):
        """Repeatedly executes an SQL statement."""
        if not isinstance(sql, str):
            raise TypeError(f"executemany() argument 1 must be str, not {type(sql).__name__}")
        connection, kind = self._check(), type(seq_of_parameters)
        self._locked = True
        try:
            remaining = iter(seq_of_parameters)
            statement = self._begin(connection, sql)
            if not statement._is_dml:
                raise ProgrammingError("executemany() can only execute DML statements.")
            row = self._lastrowid
            if connection._begin:
                ask(connection, _native.run, connection._begin, 1)
            if (kind is list or kind is tuple) and not (statement._is_named or bases_adapted[0] or connection._functions):
                self._all_of(connection, statement, seq_of_parameters)
            else:
                for parameters in remaining:
                    self._one_of(connection, statement, parameters)
            self._lastrowid = row
            self._forget()
        except BaseException:
            self._fail()
            raise
        finally:
            self._locked = False
        return self

    def _all_of(self, connection, statement, rows):
        """Executes a statement for each row, as many at once as nothing has to be done for but to pass them."""
        at, needed = 0, len(statement._parameters)
        while at < len(rows):
            # A lock that only forgotten cursors hold is met by the first.
            reply = _native.request_rows(connection._db, statement._number, rows, at, needed) if at else None
            if reply is None:
                self._one_of(connection, statement, rows[at])
                at += 1
                continue
            done, changes = reply if type(reply) is tuple else settle(connection, reply)
            at += done
            self._rowcount += changes

    def _one_of(self, connection, statement, parameters):
        """Executes a statement that is repeated; rows that it gives are dropped."""
        values = _values(statement, parameters)
        if statement._number:
            self._once(connection, statement, values, None)
            while self._row is not None:
                self._row = None
                self._take(ask(connection, _STEP, statement._number))

    def _fail(self):
        self._rowcount = -1
        self._row = None
        self._forget()

    def _read_all(self):
        """Reads the few rows of a setting: a cursor of it that nobody keeps must not hold a lock."""
        rows = []
        while self._row is not None:
            rows.append(self._row)
            self._take(ask(self._connection, _native.step, self._statement._number))
        self._forget()
        rows.reverse()
        self._row, self._rest = rows.pop(), rows

    def _once(self, connection, statement, values, begin):
        asked = statement._number, values, begin, statement._version
        try:
            reply = request(connection._db, _EXECUTE, asked, connection._raw)
            if type(reply) is list:
                reply = self._again(asked, reply)
        except Unusable as e:
            self._refuse(statement, values, e.args[0])
        first, self._lastrowid, columns, version = reply
        if columns is not None:
            statement._version, statement._columns, statement._places = version, columns, {}
            names = [(self._name(c[0]), None, None, None, None, None, None) for c in columns]
            statement._description = tuple(names) if columns else None
        if statement._columns:
            self._columns = statement._columns
            if self._description is None:
                self._description, self._places = statement._description, statement._places
            self._converters = connection._detect_types and _converters_of(connection, self._columns)
        if type(first) is tuple:
            self._row = first
        else:
            self._take(first)

    def _again(self, asked, reply):
        """Follows up a reply that is a list. A lock that only forgotten cursors hold is given up."""
        connection = self._connection
        if reply[0] == 0 and reply[1] & 0xFF == 6 and connection._free_statements():
            reply = request(connection._db, _EXECUTE, asked, connection._raw)
            if type(reply) is not list:
                return reply
        return settle(connection, reply, (_EXECUTE, asked, connection._raw))

    def _refuse(self, statement, values, i):
        value = values[i]
        if isinstance(value, str):
            value.encode()
        name = statement._parameters[i]
        where = f"{i + 1}" if name is None else f"'{name}'"
        raise ProgrammingError(f"Error binding parameter {where}: type '{type(value).__name__}' is not supported")

    def _name(self, name):
        if self._connection._detect_types & 2 and "[" in name:
            name = name[:name.index("[")]
            if name.endswith(" "):
                name = name[:-1]
        return name

    def _take(self, reply):
        """Notes the next row, or that the statement is over."""
        if type(reply) is tuple:
            self._row = reply
            return
        self._row = None
        if self._statement._is_dml:
            self._rowcount += reply

    def __iter__(self, /):
        return self

    def __next__(self, /):
        connection = self._check()
        row = self._row
        if row is None:
            if self._statement is not None:
                self._forget()
            raise StopIteration
        self._locked = True
        try:
            if self._converters or connection._raw or not is_plain(row):
                row = self._converted(row)
            # The next row is made before this one is given, as CPython does it.
            if self._rest:
                self._row = self._rest.pop()
            elif self._statement is None:
                self._row, failure, self._failure = None, self._failure, None
                if failure is not None:
                    raise failure
            else:
                self._advance(connection)
        finally:
            self._locked = False
        if self.row_factory is not None:
            return self.row_factory(self, row)
        return row

    def _advance(self, connection):
        """Makes the next row."""
        try:
            asked = _STEP, (self._statement._number,), connection._raw
            reply = request(connection._db, *asked)
            if type(reply) is list:
                reply = settle(connection, reply, asked)
        except BaseException:
            self._forget()
            raise
        if type(reply) is tuple:
            self._row = reply
            return
        self._take(reply)
        self._is_over()

    def _is_over(self):
        """Gives back the statement, whose last row was read: with that, SQLite has ended it."""
        statement, self._statement = self._statement, None
        statement._user = None

    def _converted(self, row):
        connection = self._connection
        if self._converters:
            pairs = zip(row, self._converters, self._columns)
            return tuple([self._text(v, c) if f is None else _convert(f, v) for v, f, c in pairs])
        return tuple([self._text(v, c) for v, c in zip(row, self._columns)])

    _converters = None

    def _text(self, value, column):
        """A value of a row as the connection's text_factory has it. Text that is raw is a bytearray."""
        factory = self._connection.text_factory
        if type(value) is str:
            if factory is str:
                return value
            value = bytearray(value.encode())
        if type(value) is not bytearray:
            return value
        if factory is str:
            try:
                return value.decode()
            except UnicodeDecodeError:
                text = value.decode("utf-8", "replace")
                raise OperationalError(f"Could not decode to UTF-8 column '{column[0]}' with text '{text}'") from None
        if factory is bytearray:
            return value
        return bytes(value) if factory is bytes else factory(bytes(value))

    def fetchone(self, /):
        """Fetches one row from the resultset."""
        try:
            return Cursor.__next__(self)
        except StopIteration:
            return None

    def fetchmany(self, /, size=None):
        """Fetches several rows from the resultset."""
        return self._next_rows([], self.arraysize if size is None else size)

    def fetchall(self, /):
        """Fetches all rows from the resultset."""
        rows, factory = self._plain_rows(), self.row_factory
        if rows and factory is Row:
            rows = [Row(self, row) for row in rows]
        return self._next_rows(rows, 0)

    def _next_rows(self, rows, left):
        """Appends up to `left` rows, or all of them for 0."""
        # What a subclass has in place of this method does not count.
        step = Cursor.__next__
        while True:
            try:
                rows.append(step(self))
            except StopIteration:
                return rows
            left -= 1
            if left == 0:
                return rows

    def _plain_rows(self):
        """Takes the next rows as long as they are given as they come."""
        connection = self._check()
        rows, row = [], self._row
        if self._statement is None or self._rest or self._converters:
            return rows
        if self.row_factory is not None and self.row_factory is not Row:
            return rows
        self._locked = True
        try:
            while row is not None and not connection._raw and is_plain(row):
                rows.append(row)
                # Not more at once where functions of the program may see how far this is.
                if connection._functions:
                    self._advance(connection)
                else:
                    self._advance_far(connection, rows)
                row = self._row
        finally:
            self._locked = False
        return rows

    def _advance_far(self, connection, rows):
        """Appends the next rows but for the last that was read, which is the next to be given."""
        try:
            asked = _ROWS, (self._statement._number,), False
            reply = request(connection._db, *asked)
            if type(reply) is list:
                reply = settle(connection, reply, asked)
            *more, last = reply
            rows.extend(more)
            if type(last) is list:
                settle(connection, last)
        except BaseException:
            self._forget()
            raise
        if type(last) is tuple:
            self._row = last
        else:
            self._take(last)
            self._is_over()

    def _read_ahead(self, connection):
        """Reads the rest of a result that is not long, so that its statement is free; whether it is."""
        if self._row is None or len(self._rest) > _MANY_ROWS:
            return False
        rows = [self._row, *reversed(self._rest)]
        self._locked = True
        try:
            while self._statement is not None and len(rows) <= _MANY_ROWS:
                self._advance_far(connection, rows)
                if self._row is not None:
                    rows.append(self._row)
        except Error as e:
            self._failure = e
        finally:
            self._locked = False
        rows.reverse()
        self._row, self._rest = rows.pop(), rows
        return self._statement is None

    def executescript(self, sql_script, /):
        """Executes multiple SQL statements at once."""
        self._check()
        if not isinstance(sql_script, str):
            raise TypeError(f"executescript() argument must be str, not {type(sql_script).__name__}")
        if "\0" in sql_script:
            raise ValueError("embedded null character")
        connection = self._connection
        text = sql_script.encode()
        if len(text) > connection._longest():
            raise DataError("query string is too large")
        if connection._autocommit == -1:
            ask(connection, _native.run, "COMMIT", 2)
        while text:
            reply = ask(connection, _native.prepare, text.decode())
            if reply is None:
                break
            try:
                while type(ask(connection, _native.step, reply[0])) is tuple:
                    pass
            finally:
                ask(connection, _native.finalize, reply[0])
            text = text[reply[2]:]
        return self

    def close(self, /):
        """Closes the cursor."""
        if self._connection is None:
            raise ProgrammingError("Base Cursor.__init__ not called.")
        if self._locked:
            raise ProgrammingError("Recursive use of cursors not allowed.")
        self._connection._check()
        self._forget()
        self._closed = True

    def setinputsizes(self, sizes, /):
        """Required by DB-API. Does nothing in sqlite3."""

    def setoutputsize(self, size, column=None, /):
        """Required by DB-API. Does nothing in sqlite3."""


Cursor.__module__ = "sqlite3"
#: `Connection`, when it is there.
_connection_class = []


def _converters_of(connection, columns):
    """For each column the function that converts its values, or None; None where there is no function at all."""
    found = []
    for name, declared in columns:
        function = None
        if connection._detect_types & 2 and "[" in name and "]" in name[name.index("["):]:
            start = name.index("[") + 1
            function = converters.get(name[start:name.index("]", start)].upper())
        if function is None and connection._detect_types & 1 and declared is not None:
            word = declared.split(" ")[0].split("(")[0]
            function = converters.get(word.upper())
        found.append(function)
    return found if any([f is not None for f in found]) else None


def _convert(function, value):
    """A value as its converter has it. What is empty is nothing."""
    if value is None or value in (b"", ""):
        return None
    return function(_as_bytes(value))


def _as_bytes(value):
    """A value as the database would write it."""
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, (bytes, bytearray)):
        return bytes(value)
    if isinstance(value, float):
        text = "%.15g" % value
        return (text if not text.lstrip("-").isdigit() else text + ".0").encode()
    return str(value).encode()
