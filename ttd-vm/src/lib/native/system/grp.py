"""Access to the Unix group database.

Group entries are reported as 4-tuples containing the following fields
from the group database, in order:

  name   - name of the group
  passwd - group password (encrypted); often empty
  gid    - numeric ID of the group
  mem    - list of members

The gid is an integer, name and password are strings.  (Note that most
users are not explicitly listed as members of the groups they are in
according to the password database.  Check both databases to get
complete membership information.)"""

import _core
import _posix
from _operator import index as _index
from posix import _GROUPS, _GROUP_BY_ID, _GROUP_BY_NAME

struct_group = _core.namespace()["make_struct"](
    "grp", "struct_group", ("gr_name", "gr_passwd", "gr_gid", "gr_mem"), None,
    "grp.struct_group: Results from getgr*() routines.\n\nThis object may be accessed either as a tuple of\n"
    "  (gr_name,gr_passwd,gr_gid,gr_mem)\nor via the object attributes as named in the above tuple.")


def _entry(fields):
    name, password, number, *members = [field.decode("utf-8", "surrogateescape") for field in fields]
    return struct_group((name, password, int(number), members))


def getgrgid(id):
    """Return the group database entry for the given numeric group ID.

    If id is not valid, raise KeyError."""
    if not hasattr(type(id), "__index__"):
        raise TypeError(f"gid should be integer, not {type(id).__name__}")
    number = _index(id)
    found = _posix.library((), _GROUP_BY_ID, number & 0xFFFFFFFF) if -1 <= number <= 0xFFFFFFFF else ()
    if not found:
        raise KeyError(f"getgrgid(): gid not found: {number}")
    return _entry(found)


def getgrnam(name):
    """Return the group database entry for the given group name.

    If name is not valid, raise KeyError."""
    if not isinstance(name, str):
        raise TypeError(f"getgrnam() argument 1 must be str, not {_core.given_name(name)}")
    encoded = name.encode("utf-8", "surrogateescape")
    if b"\0" in encoded:
        raise ValueError("embedded null byte")
    found = _posix.library((), _GROUP_BY_NAME, 0, encoded)
    if not found:
        raise KeyError(f"getgrnam(): name not found: {name!r}")
    return _entry(found)


def getgrall():
    """Return a list of all available group entries, in arbitrary order.

    An entry whose name starts with '+' or '-' represents an instruction
    to use YP/NIS and may not be accessible via getgrnam or getgrgid."""
    fields = _posix.library((), _GROUPS)
    out, at = [], 0
    while at < len(fields):
        end = at + 4 + int(fields[at + 3])
        out.append(_entry(fields[at:at + 3] + fields[at + 4:end]))
        at = end
    return out
