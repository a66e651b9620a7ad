"""`_sqlite3`: connections to databases, and the module's functions. What is stored is behind the host (`_ttd_sqlite`)."""

import _core
import _ttd_sqlite as _native
from _collections import deque
from _operator import index
from _thread import get_ident
from _ttd_sqlite import sqlite_version

import _ttd_sqlite_base as _base
import _ttd_sqlite_cursor as _cursors
from _ttd_sqlite_base import (DatabaseError, DataError, Error, IntegrityError, InterfaceError, InternalError,
                              NotSupportedError, OperationalError, ProgrammingError, Unusable, Warning, ask)
from _ttd_sqlite_blob import Blob, open_blob
from _ttd_sqlite_cursor import Cursor, Row, Statement
from _ttd_sqlite_names import constants as _constants
from _ttd_sqlite_types import PrepareProtocol, adapt, adapters, converters, register_adapter, register_converter

globals().update(_constants)
LEGACY_TRANSACTION_CONTROL = -1
PARSE_DECLTYPES = 1
PARSE_COLNAMES = 2
threadsafety = 3
_deprecated_version = "2.6.0"
_LEVELS = ("", "DEFERRED", "IMMEDIATE", "EXCLUSIVE")


def _level(value):
    """The isolation level of an argument."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise TypeError("isolation_level must be str or None")
    if "\0" in value:
        raise ValueError("embedded null character")
    level = str.upper(value)
    if level not in _LEVELS:
        raise ValueError("isolation_level string must be '', 'DEFERRED', 'IMMEDIATE', or 'EXCLUSIVE'")
    return level


def _transaction_control(value):
    if value is True or value is False:
        return int(value)
    if isinstance(value, int) and value == LEGACY_TRANSACTION_CONTROL:
        return LEGACY_TRANSACTION_CONTROL
    raise ValueError("autocommit must be True, False, or sqlite3.LEGACY_TRANSACTION_CONTROL")


def _path(database):
    from posix import fspath
    path = fspath(database)
    path = path.encode("utf-8", "surrogateescape") if isinstance(path, str) else path
    if b"\0" in path:
        raise ValueError("embedded null byte")
    return path


def _seconds(timeout):
    if not isinstance(timeout, (int, float)) and not hasattr(type(timeout), "__float__"):
        raise TypeError(f"must be real number, not {type(timeout).__name__}")
    return int(float(timeout) * 1000)


def _callable(value, name, what="callable"):
    if value is not None and not callable(value):
        raise TypeError(f"{name} must be {what}")


def _text_argument(value, function, place):
    if not isinstance(value, str):
        name = "None" if value is None else type(value).__name__
        raise TypeError(f"{function}() argument {place} must be str, not {name}")
    if "\0" in value:
        raise ValueError("embedded null character")
    return value


def _warn_of_positions(function):
    from warnings import warn
    warn(f"Passing more than 1 positional argument to {function} is deprecated. Parameters 'timeout', 'detect_types', "
         "'isolation_level', 'check_same_thread', 'factory', 'cached_statements' and 'uri' will become keyword-only "
         "parameters in Python 3.15.", DeprecationWarning)


def _positional(*names):
    """A method whose first parameters are to be positional only: giving them by keyword is deprecated."""
    shown = [repr(name) for name in names]
    listed = " and ".join([part for part in (", ".join(shown[:-1]), shown[-1]) if part])
    s = "s" if len(names) > 1 else ""

    def mark(function):
        def method(self, /, *args, **given):
            if any([name in given for name in names]):
                from _warnings import warn
                warn(f"Passing keyword argument{s} {listed} to _sqlite3.Connection.{function.__name__}() is deprecated. "
                     f"Parameter{s} {listed} will become positional-only in Python 3.15.", DeprecationWarning, 1)
            return function(self, *args, **given)

        method.__name__, method.__qualname__, method.__doc__ = function.__name__, function.__qualname__, function.__doc__
        method.__wrapped__ = function
        return method

    return mark


#: Before there are more open statements for one text, those of dead cursors are searched for.
_MANY_OTHERS = 100


class Connection:
    """SQLite database connection object."""

    _db = None
    _raw = False

    def __init__(self, /, *args, **kwargs):
        if len(args) > 1:
            _warn_of_positions("_sqlite3.Connection()")
        self._open(*args, **kwargs)

    def _open(self, database, timeout=5.0, detect_types=0, isolation_level="", check_same_thread=True,
                 factory=None, cached_statements=128, uri=False, *, autocommit=LEGACY_TRANSACTION_CONTROL):
        _core.audit("sqlite3.connect", database)
        path, timeout, detect_types = _path(database), _seconds(timeout), index(detect_types)
        isolation_level, autocommit = _level(isolation_level), _transaction_control(autocommit)
        cached_statements = index(cached_statements)
        self._db, old = None, self._db
        if old:
            _core.forget_stream(self)
            _native.request(old, _native.close, (), False)
        self._thread = get_ident() if check_same_thread else None
        self._functions, self._instances = {}, {}
        self._statements, self._newest, self._others, self._room = {}, None, {}, cached_statements
        self._most_others = _MANY_OTHERS
        self._longest_text = None
        self._numbers = 0
        self._detect_types, self._isolation_level, self._autocommit = detect_types, isolation_level, autocommit
        self._text_factory, self.row_factory, self._raw = str, None, False
        self._begin = None
        self._set_begin()
        flags = 0x02 | 0x04 | (0x40 if uri else 0)
        reply = _native.request(0, _native.open, (path, flags, timeout), False)
        if type(reply) is list:
            raise _base.error_of(reply[1], reply[2])
        self._db, self._timeout = reply, timeout
        _core.register_stream(self)
        if autocommit == 0:
            ask(self, _native.run, "BEGIN", 1)
        _core.audit("sqlite3.connect/handle", self)

    def _set_begin(self):
        legacy = self._autocommit == -1 and self._isolation_level is not None
        self._begin = "BEGIN " + self._isolation_level if legacy else None

    _thread = None

    def _check_thread(self):
        if self._db is None:
            raise ProgrammingError("Base Connection.__init__ not called.")
        if self._thread is not None and self._thread != get_ident():
            raise ProgrammingError("SQLite objects created in a thread can only be used in that same thread. The object "
                                   f"was created in thread id {self._thread} and this is thread id {get_ident()}.")

    def _check_open(self):
        """Checks what every thread may ask."""
        if self._db is None:
            raise ProgrammingError("Base Connection.__init__ not called.")
        if not self._db:
            raise ProgrammingError("Cannot operate on a closed database.")

    def _check(self):
        if self._thread is not None or not self._db:
            self._check_thread()
        if not self._db:
            raise ProgrammingError("Cannot operate on a closed database.")

    def __del__(self, /):
        """Called when the instance is about to be destroyed."""
        if self._db:
            from warnings import warn
            warn(f"unclosed database in {self!r}", ResourceWarning, stacklevel=1, source=self)
            self._release()

    def _release(self):
        if self._autocommit == 0:
            ask(self, _native.run, "ROLLBACK", 2)
        number, self._db = self._db, 0
        _core.forget_stream(self)
        self._newest = None
        self._statements.clear()
        self._others.clear()
        _native.request(number, _native.close, (), False)

    def close(self, /):
        """Close the database connection.

Any pending transaction is not committed implicitly."""
        self._check_thread()
        if self._db:
            self._release()

    def _statement_for(self, sql):
        """A statement for the text that no cursor is executing: a cached one if there is one."""
        statement = self._statements.pop(sql, None)
        if statement is None:
            statement = _cursors.make_statement(self, sql)
        elif not statement._is_free() and not self._reads_ahead(statement._user()):
            self._statements[sql] = statement
            return self._other_statement(sql)
        self._statements[sql] = self._newest = statement
        if len(self._statements) > max(self._room, 0):
            self._evict()
        return statement

    def _reads_ahead(self, cursor):
        """Frees the statement of a cursor, which may be one that nobody has any more, if the rest of its result is not
        long."""
        if not isinstance(cursor, _cursors.Cursor) or cursor._locked or self._functions or self._raw:
            return False
        return cursor._read_ahead(self)

    def _other_statement(self, sql):
        """A statement for a text whose cached one is being executed. Cursors that nobody has any more are found by the
        collector only, so one that was made for this before is looked at each time. Open statements slow all others
        down, so that the collector is called before there are many."""
        others = self._others.get(sql)
        if others is None:
            others = self._others[sql] = deque()
        if len(others) >= self._most_others:
            self._free_statements()
            busy = sum([statement._user is not None for statement in others])
            self._most_others = max(_MANY_OTHERS, 2 * busy)
        if others:
            statement = others[0]
            others.rotate(-1)
            if statement._is_free():
                return statement
        statement = _cursors.make_statement(self, sql)
        others.append(statement)
        return statement

    def _evict(self):
        for sql, old in list(self._statements.items()):
            if len(self._statements) <= max(self._room, 5):
                break
            if old._user is None and old._number:
                del self._statements[sql]
                ask(self, _native.finalize, old._number)
                for other in self._others.pop(sql, ()):
                    if other._is_free():
                        ask(self, _native.finalize, other._number)

    def _free_statements(self):
        """Ends statements whose cursors nobody has any more; whether there are any."""
        from gc import collect
        collect()
        freed = False
        for statement in [*self._statements.values(), *[s for others in self._others.values() for s in others]]:
            if statement._user is not None and statement._is_free():
                statement._user = None
                ask(self, _native.reset, statement._number)
                freed = True
        return freed

    def _longest(self):
        """How many bytes a text may have; asked for once."""
        if self._longest_text is None:
            self._longest_text = ask(self, _native.limit, 1, -1)
        return self._longest_text

    def _statement_of(self, sql, /):
        self._check()
        if not isinstance(sql, str):
            raise TypeError(f"argument 1 must be str, not {type(sql).__name__}")
        return _cursors.make_statement(self, sql)

    def __call__(self, /, *args):
        """Call self as a function."""
        self._check()
        if len(args) != 1:
            raise TypeError(f"function takes exactly 1 argument ({len(args)} given)")
        return self._statement_of(args[0])

    # `inspect` shows its parameters.
    __call__.__wrapped__ = _statement_of

    def cursor(self, /, factory=Cursor):
        """Return a cursor for the connection."""
        self._check()
        made = factory(self)
        if not issubclass(type(made), Cursor):
            raise TypeError(f"factory must return a cursor, not {type(made).__name__}")
        if self.row_factory is not None:
            made.row_factory = self.row_factory
        return made

    def execute(self, sql, parameters=(), /):
        """Executes an SQL statement."""
        return self.cursor().execute(sql, parameters)

    def executemany(self, sql, parameters, /):
        """Repeatedly executes an SQL statement."""
        return self.cursor().executemany(sql, parameters)

    def executescript(self, sql_script, /):
        """Executes multiple SQL statements at once."""
        return self.cursor().executescript(sql_script)

    def commit(self, /):
        """Commit any pending transaction to the database.

If there is no open transaction, this method is a no-op."""
        self._end("COMMIT")

    def rollback(self, /):
        """Roll back to the start of any pending transaction.

If there is no open transaction, this method is a no-op."""
        self._end("ROLLBACK")

    def _end(self, sql):
        self._check()
        if self._autocommit == -1:
            ask(self, _native.run, sql, 2)
        elif self._autocommit == 0:
            ask(self, _native.run, sql, 0)
            ask(self, _native.run, "BEGIN", 0)

    def __enter__(self, /):
        """Called when the connection is used as a context manager.

Returns itself as a convenience to the caller."""
        self._check()
        return self

    def __exit__(self, type, value, traceback, /):
        """Called when the connection is used as a context manager.

If there was any exception, a rollback takes place; otherwise we commit."""
        if type is value is traceback is None:
            try:
                self.commit()
            except BaseException:
                self.rollback()
                raise
        else:
            self.rollback()
        return False

    @property
    def isolation_level(self):
        self._check_open()
        return self._isolation_level

    @isolation_level.setter
    def isolation_level(self, value):
        level = _level(value)
        if level is None and self._db:
            ask(self, _native.run, "COMMIT", 2)
        self._isolation_level = level
        self._set_begin()

    @isolation_level.deleter
    def isolation_level(self):
        raise AttributeError("cannot delete attribute")

    @property
    def autocommit(self):
        self._check()
        return -1 if self._autocommit == -1 else self._autocommit == 1

    @autocommit.setter
    def autocommit(self, value):
        self._check()
        value = _transaction_control(value)
        if value == 1:
            ask(self, _native.run, "COMMIT", 2)
        elif value == 0:
            ask(self, _native.run, "BEGIN", 1)
        self._autocommit = value
        self._set_begin()

    @property
    def text_factory(self):
        return self._text_factory

    @text_factory.setter
    def text_factory(self, value):
        self._text_factory = value
        self._raw = value is not str

    @property
    def total_changes(self):
        self._check_open()
        return ask(self, _native.status)[1]

    @property
    def in_transaction(self):
        self._check_open()
        return not ask(self, _native.status)[3]

    def interrupt(self, /):
        """Abort any pending database operation."""
        self._check()
        ask(self, _native.interrupt)

    def iterdump(self, /, *, filter=None):
        """Returns iterator to the dump of the database in an SQL text format."""
        self._check()
        from sqlite3.dump import _iterdump
        return _iterdump(self, filter=filter)

    def _function(self, function):
        """The number under which the database calls a function; -1 for none."""
        if function is None:
            return -1
        self._numbers += 1
        self._functions[self._numbers] = function
        return self._numbers

    @_positional("name", "narg", "func")
    def create_function(self, name, narg, func, *, deterministic=False):
        """Creates a new function."""
        self._check()
        name, narg = _text_argument(name, "create_function", 1), index(narg)
        try:
            ask(self, _native.create_function, name, narg, int(bool(deterministic)), self._function(func))
        except Error:
            raise OperationalError("Error creating function") from None

    @_positional("name", "n_arg", "aggregate_class")
    def create_aggregate(self, name, n_arg, aggregate_class):
        """Creates a new aggregate."""
        self._check()
        name, n_arg = _text_argument(name, "create_aggregate", 1), index(n_arg)
        try:
            ask(self, _native.create_aggregate, name, n_arg, 0, self._function(aggregate_class))
        except Error:
            raise OperationalError("Error creating aggregate") from None

    def create_window_function(self, name, num_params, aggregate_class, /):
        """Creates or redefines an aggregate window function. Non-standard."""
        self._check()
        name, num_params = _text_argument(name, "create_window_function", 1), index(num_params)
        try:
            ask(self, _native.create_aggregate, name, num_params, 1, self._function(aggregate_class))
        except Error as e:
            raise ProgrammingError(*e.args) from None

    def create_collation(self, name, callback, /):
        """Creates a collation function."""
        self._check()
        _text_argument(name, "create_collation", 1).encode()
        _callable(callback, "parameter")
        ask(self, _native.create_collation, name, self._function(callback))

    @_positional("authorizer_callback")
    def set_authorizer(self, authorizer_callback):
        """Set authorizer callback."""
        self._check()
        try:
            ask(self, _native.hook, 0, self._function(authorizer_callback))
        except Error:
            raise OperationalError("Error setting authorizer callback") from None

    @_positional("progress_handler")
    def set_progress_handler(self, progress_handler, n):
        """Set progress handler callback."""
        self._check()
        ask(self, _native.hook, 1, self._function(progress_handler), index(n))

    @_positional("trace_callback")
    def set_trace_callback(self, trace_callback):
        """Set a trace callback called for each SQL statement (passed as unicode)."""
        self._check()
        ask(self, _native.hook, 2, self._function(trace_callback))

    def setlimit(self, category, limit, /):
        """Set connection run-time limits."""
        category, limit = index(category), index(limit)
        self._check()
        self._longest_text = None
        old = ask(self, _native.limit, category, limit)
        if old == -1:
            raise ProgrammingError("'category' is out of bounds")
        return old

    def getlimit(self, category, /):
        """Get connection run-time limits."""
        return self.setlimit(category, -1)

    def _configure(self, op, value):
        op = index(op)
        self._check()
        if not 1002 <= op <= 1017:
            raise ValueError(f"unknown config 'op': {op}")
        return ask(self, _native.config, op, value)

    def setconfig(self, op, enable=True, /):
        """Set a boolean connection configuration option."""
        enable = int(bool(enable))
        if self._configure(op, enable) != enable:
            raise OperationalError("Unable to set config")

    def getconfig(self, op, /):
        """Query a boolean connection configuration option."""
        return bool(self._configure(op, -1))

    def serialize(self, /, *, name="main"):
        """Serialize a database into a byte string."""
        self._check()
        try:
            return ask(self, _native.serialize, _text_argument(name, "serialize", "'name'"))
        except Error as e:
            if getattr(e, "sqlite_errorcode", 0) == 0:
                raise OperationalError(f"unable to serialize '{name}'") from None
            raise

    def deserialize(self, data, /, *, name="main"):
        """Load a serialized database."""
        self._check()
        data = data.encode() if isinstance(data, str) else _base.octets(data)
        ask(self, _native.deserialize, data, _text_argument(name, "deserialize", "'name'"))

    def blobopen(self, table, column, row, /, *, readonly=False, name="main"):
        """Open and return a BLOB object."""
        self._check()
        row = index(row)
        if not -1 << 63 <= row < 1 << 63:
            raise OverflowError("Python int too large to convert to SQLite INTEGER")
        names = [_text_argument(n, "blobopen", i) for i, n in ((1, table), (2, column), ("'name'", name))]
        return open_blob(self, names[0], names[1], row, bool(readonly), names[2])

    def backup(self, target, *, pages=-1, progress=None, name="main", sleep=0.25):
        """Makes a backup of the database."""
        if not isinstance(target, Connection):
            raise TypeError(f"backup() argument 1 must be sqlite3.Connection, not {type(target).__name__}")
        pages, sleep = index(pages), float(sleep)
        self._check()
        if target is self:
            raise ValueError("target cannot be the same connection instance")
        target._check()
        _callable(progress, "progress argument", "a callable")
        number = ask(target, _native.backup, self._db, _text_argument(name, "backup", "'name'"))
        pages = pages or -1
        while True:
            code, left, total = ask(target, _native.backup_step, number, pages)
            if progress is not None:
                try:
                    progress(code, left, total)
                except BaseException:
                    ask(target, _native.backup_step, number, 0)
                    _native.request(target._db, _native.backup_end, (number,), False)
                    raise
            if code in (5, 6):
                import _time
                _time.sleep(sleep)
            elif code != 0:
                break
        ask(target, _native.backup_end, number)
        if code != 101:
            raise _base.error_of(code, "")


Connection.__module__ = "sqlite3"
_cursors._connection_class.append(Connection)
for _class in _base.EXCEPTIONS:
    setattr(Connection, _class.__name__, _class)
del _class


def connect(database, *args, **kwargs):
    """Open a connection to the SQLite database file 'database'.

You can use ":memory:" to open a database connection to a database that
resides in RAM instead of on disk.

Note: Passing more than 1 positional argument to _sqlite3.connect() is
deprecated. Parameters 'timeout', 'detect_types', 'isolation_level',
'check_same_thread', 'factory', 'cached_statements' and 'uri' will
become keyword-only parameters in Python 3.15.
"""
    if args:
        _warn_of_positions("sqlite3.connect()")
    factory = args[4] if len(args) > 4 else kwargs.get("factory", Connection)
    return factory(database, *args, **kwargs)


def complete_statement(statement):
    """Checks if a string contains a complete SQL statement."""
    return _native.is_complete(_text_argument(statement, "complete_statement", 1))


def enable_callback_tracebacks(enable, /):
    """Enable or disable callback functions throwing errors to stderr."""
    _base.reports[0] = bool(index(enable))
