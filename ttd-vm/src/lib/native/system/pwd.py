"""This module provides access to the Unix password database.
It is available on all Unix versions.

Password database entries are reported as 7-tuples containing the following
items from the password database (see `<pwd.h>'), in order:
pw_name, pw_passwd, pw_uid, pw_gid, pw_gecos, pw_dir, pw_shell.
The uid and gid items are integers, all others are strings. An
exception is raised if the entry asked for cannot be found."""

import _core
import _posix
from _operator import index as _index
from posix import _USERS, _USER_BY_ID, _USER_BY_NAME

struct_passwd = _core.namespace()["make_struct"](
    "pwd", "struct_passwd", ("pw_name", "pw_passwd", "pw_uid", "pw_gid", "pw_gecos", "pw_dir", "pw_shell"), None,
    "pwd.struct_passwd: Results from getpw*() routines.\n\nThis object may be accessed either as a tuple of\n"
    "  (pw_name,pw_passwd,pw_uid,pw_gid,pw_gecos,pw_dir,pw_shell)\n"
    "or via the object attributes as named in the above tuple.")


def _entry(fields):
    texts = [field.decode("utf-8", "surrogateescape") for field in fields]
    return struct_passwd((*texts[:2], int(texts[2]), int(texts[3]), *texts[4:]))


def getpwuid(uidobj, /):
    """Return the password database entry for the given numeric user ID.

    See `help(pwd)` for more on password database entries."""
    if not hasattr(type(uidobj), "__index__"):
        raise TypeError(f"uid should be integer, not {type(uidobj).__name__}")
    number = _index(uidobj)
    found = _posix.library((), _USER_BY_ID, number & 0xFFFFFFFF) if -1 <= number <= 0xFFFFFFFF else ()
    if not found:
        raise KeyError(f"getpwuid(): uid not found: {number}")
    return _entry(found)


def getpwnam(name, /):
    """Return the password database entry for the given user name.

    See `help(pwd)` for more on password database entries."""
    if not isinstance(name, str):
        raise TypeError(f"getpwnam() argument must be str, not {_core.given_name(name)}")
    encoded = name.encode("utf-8", "surrogateescape")
    if b"\0" in encoded:
        raise ValueError("embedded null byte")
    found = _posix.library((), _USER_BY_NAME, 0, encoded)
    if not found:
        raise KeyError(f"getpwnam(): name not found: {name!r}")
    return _entry(found)


def getpwall():
    """Return a list of all available password database entries, in arbitrary order.

    See help(pwd) for more on password database entries."""
    fields = _posix.library((), _USERS)
    return [_entry(fields[at:at + 7]) for at in range(0, len(fields), 7)]
