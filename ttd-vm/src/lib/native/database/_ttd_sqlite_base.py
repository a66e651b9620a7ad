"""What the objects of `_sqlite3` share: exceptions, requests, and calls of the program's functions."""

import sys

import _thread
import _time
import _ttd_sqlite as _native
from _ttd_sqlite_names import names


class Error(Exception):
    pass


class Warning(Exception):
    pass


class InterfaceError(Error):
    pass


class DatabaseError(Error):
    pass


class InternalError(DatabaseError):
    pass


class OperationalError(DatabaseError):
    pass


class ProgrammingError(DatabaseError):
    pass


class IntegrityError(DatabaseError):
    pass


class DataError(DatabaseError):
    pass


class NotSupportedError(DatabaseError):
    pass


EXCEPTIONS = (Warning, Error, InterfaceError, DatabaseError, DataError, OperationalError, IntegrityError, InternalError,
              ProgrammingError, NotSupportedError)
for _class in EXCEPTIONS:
    _class.__module__ = "sqlite3"

_INTERNAL = {2, 12}
_OPERATIONAL = {1, 3, 4, 5, 6, 8, 9, 10, 13, 14, 15, 16, 17}
_INTEGRITY = {19, 20}
_INTERFACE = {21, 25}
#: Whether errors of the program's functions are reported, by `enable_callback_tracebacks`.
reports = [False]


def error_class(code):
    code &= 0xFF
    if code in _OPERATIONAL:
        return OperationalError
    if code in _INTEGRITY:
        return IntegrityError
    if code in _INTERFACE:
        return InterfaceError
    if code in _INTERNAL:
        return InternalError
    return DataError if code == 18 else DatabaseError


def error_of(code, message):
    """The exception for an error of the database."""
    if code == 7:
        return MemoryError()
    if isinstance(message, bytearray):
        message = message.decode("utf-8", "replace")
    error = error_class(code)(message)
    error.sqlite_errorcode = code
    error.sqlite_errorname = names.get(code, "unknown")
    return error


_request, _RESUME, _is_plain = _native.request, _native.resume, _native.is_plain


def ask(connection, kind, *args):
    """Asks something of a connection's database, running the functions that it calls; raises its errors."""
    reply = _request(connection._db, kind, args, connection._raw)
    return reply if type(reply) is not list else settle(connection, reply, (kind, args, connection._raw))


def _ask_again(connection, *asked):
    """Asks on while a lock is in the way, for as long as the connection waits: other threads run, who may hold it."""
    end, pause = _time.monotonic() + connection._timeout / 1000, 0.001
    while True:
        left = end - _time.monotonic()
        if left > 0:
            _thread._sleep(min(pause, left))
        reply = _request(connection._db, *asked)
        if type(reply) is not list or reply[0] != 3:
            return reply
        if left <= 0:
            return [0, *reply[1:]]
        pause = min(2 * pause, 0.1)


def settle(connection, reply, asked=None):
    """Follows up a reply that is a list. `asked`: what was asked, if that can be asked again."""
    if reply[0] == 3 and asked:
        reply = _ask_again(connection, *asked)
    while type(reply) is list and reply[0] == 1:
        reply = _request(connection._db, _RESUME, (_answer(connection, reply),), connection._raw)
    if type(reply) is not list:
        return reply
    if reply[0] != 2:
        raise error_of(reply[1], reply[2])
    raise Unusable(reply[1])


class Unusable(Exception):
    """An argument that no database takes, by its index."""


def _answer(connection, call):
    """Calls a function of the program: its number, the kind, the arguments. Gives whether it succeeded, and its result."""
    _, number, kind, *args = call
    function = connection._functions.get(number)
    try:
        if kind != 0:
            return _CALLS[kind](connection, function, *args)
        if connection._raw or not _is_plain(args):
            args = [_text(a) for a in args]
        return _result(function(*args))
    except MemoryError as e:
        _report(function, e)
        return (1, [0]) if kind < 5 else (0,)
    except OverflowError as e:
        _report(function, e)
        return (1, [1]) if kind < 5 else (0,)
    except BaseException as e:
        _report(function, e)
        return (0,)


class _Unraisable:
    def __init__(self, error, source):
        self.exc_type, self.exc_value, self.exc_traceback = type(error), error, error.__traceback__
        self.err_msg, self.object = None, source


def _report(function, error):
    if reports[0]:
        sys.unraisablehook(_Unraisable(error, function))


_LEAST, _LARGEST = -1 << 63, (1 << 63) - 1


def _result(value):
    """A result that the database takes."""
    if isinstance(value, int):
        if not _LEAST <= value <= _LARGEST:
            raise OverflowError("Python int too large to convert to SQLite INTEGER")
        return 1, value
    if value is None or isinstance(value, (float, str)):
        if isinstance(value, str):
            value.encode()
        return 1, value
    return 1, octets(value)


def octets(value):
    """The bytes of an argument, which must lie one after the other."""
    view = memoryview(value)
    if not view.c_contiguous:
        raise BufferError("memoryview: underlying buffer is not C-contiguous")
    return bytes(view)


def _text(value):
    """An argument of a function: what is no UTF-8 cannot be passed."""
    return value.decode() if type(value) is bytearray else value


def _instance(connection, function, number):
    instance = connection._instances.get(number)
    if instance is None:
        instance = connection._instances[number] = function()
    return instance


def _method(function, instance, name, args):
    try:
        method = getattr(instance, name)
    except AttributeError as e:
        _report(function, e)
        return (f"user-defined aggregate's '{name}' method not defined",)
    return method(*args)


def _call_step(connection, function, number, *args):
    try:
        instance = _instance(connection, function, number)
    except BaseException as e:
        _report(function, e)
        return 1, ("user-defined aggregate's '__init__' method raised error",)
    if connection._raw or not _is_plain(args):
        args = [_text(a) for a in args]
    result = _method(function, instance, "step", args)
    return 1, result if type(result) is tuple else None


def _call_inverse(connection, function, number, *args):
    result = _method(function, connection._instances[number], "inverse", [_text(a) for a in args])
    return 1, result if type(result) is tuple else None


def _call_value(connection, function, number):
    result = _method(function, connection._instances.get(number), "value", ())
    return (1, result) if type(result) is tuple else _result(result)


def _call_final(connection, function, number):
    instance = connection._instances.pop(number, None)
    if instance is None:
        return 1, None
    result = _method(function, instance, "finalize", ())
    return (1, result) if type(result) is tuple else _result(result)


def _call_collation(connection, function, a, b):
    if type(a) is not str or type(b) is not str:
        a, b = _text(a), _text(b)
    result = function(a, b)
    if not isinstance(result, int):
        return 1, 0
    return 1, 1 if result > 0 else -1 if result < 0 else 0


def _call_authorizer(connection, function, *args):
    result = function(*args)
    return (1, result) if isinstance(result, int) else (0,)


def _call_progress(connection, function):
    return 1, int(bool(function()))


def _call_trace(connection, function, statement, too_long):
    if too_long:
        _report(function, DataError("Expanded SQL string exceeds the maximum string length"))
    function(_text(statement))
    return 1, None


#: By kind; functions, the first kind, are called where the call arrives.
_CALLS = (None, _call_step, _call_inverse, _call_value, _call_final, _call_collation, _call_authorizer,
          _call_progress, _call_trace)
