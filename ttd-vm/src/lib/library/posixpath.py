"""Common operations on Posix pathnames: what `os.path` is."""

import posix
import stat as _stat

curdir = "."
pardir = ".."
extsep = "."
sep = "/"
pathsep = ":"
defpath = "/bin:/usr/bin"
altsep = None
devnull = "/dev/null"
supports_unicode_filenames = False

__all__ = [
    "normcase", "isabs", "join", "splitdrive", "splitroot", "split", "splitext", "basename", "dirname", "commonprefix",
    "getsize", "getmtime", "getatime", "getctime", "islink", "exists", "lexists", "isdir", "isfile", "ismount",
    "expanduser", "expandvars", "normpath", "abspath", "samefile", "curdir", "pardir", "sep", "pathsep", "defpath",
    "altsep", "extsep", "devnull", "realpath", "relpath", "commonpath",
]

fspath = posix.fspath


def _like(path, text):
    """A constant text as str or bytes, as the path is."""
    return text.encode() if isinstance(path, bytes) else text


def _check(function, *paths):
    text = data = False
    for path in paths:
        if isinstance(path, str):
            text = True
        elif isinstance(path, bytes):
            data = True
        else:
            raise TypeError(f"{function}() argument must be str, bytes, or os.PathLike object, "
                            f"not {type(path).__name__!r}")
    if text and data:
        raise TypeError("Can't mix strings and bytes in path components")


def normcase(s):
    """Normalize case of pathname.  Has no effect under Posix."""
    return fspath(s)


def isabs(s):
    """Test whether a path is absolute."""
    s = fspath(s)
    return s.startswith(_like(s, "/"))


def join(a, /, *p):
    """Join two or more pathname components, inserting '/' as needed."""
    path = a = fspath(a)
    slash = _like(a, "/")
    for b in p:
        if not isinstance(b, (str, bytes)):
            try:
                b = fspath(b)
            except TypeError:
                _check("join", a, b)
        if type(b) is not type(a):
            _check("join", a, b)
        if b.startswith(slash) or not path:
            path = b
        elif path.endswith(slash):
            path += b
        else:
            path += slash + b
    return path


def split(p):
    """Split a pathname.  Returns tuple "(head, tail)" where "tail" is everything after the final slash."""
    p = fspath(p)
    slash = _like(p, "/")
    at = p.rfind(slash) + 1
    head, tail = p[:at], p[at:]
    if head and head != slash * len(head):
        head = head.rstrip(slash)
    return head, tail


def splitext(p):
    """Split the extension from a pathname."""
    p = fspath(p)
    dot = _like(p, ".")
    start = p.rfind(_like(p, "/")) + 1
    at = p.rfind(dot)
    if at > start and p[start:at].strip(dot):
        return p[:at], p[at:]
    return p, p[:0]


def splitdrive(p):
    """Split a pathname into drive and path. On Posix, drive is always empty."""
    p = fspath(p)
    return p[:0], p


def splitroot(p):
    """Split a pathname into drive, root and tail."""
    p = fspath(p)
    slash = _like(p, "/")
    if not p.startswith(slash):
        return p[:0], p[:0], p
    if p.startswith(slash * 2) and not p.startswith(slash * 3):
        return p[:0], p[:2], p[2:]
    return p[:0], slash, p[1:]


def basename(p):
    """Returns the final component of a pathname"""
    p = fspath(p)
    return p[p.rfind(_like(p, "/")) + 1:]


def dirname(p):
    """Returns the directory component of a pathname"""
    return split(p)[0]


def _mode(path, function):
    try:
        return function(path).st_mode
    except (OSError, ValueError):
        return None


def exists(path):
    """Test whether a path exists.  Returns False for broken symbolic links"""
    return _mode(path, posix.stat) is not None


def lexists(path):
    """Test whether a path exists.  Returns True for broken symbolic links"""
    return _mode(path, posix.lstat) is not None


def isfile(path):
    """Test whether a path is a regular file"""
    mode = _mode(path, posix.stat)
    return mode is not None and _stat.S_ISREG(mode)


def isdir(s):
    """Return true if the pathname refers to an existing directory."""
    mode = _mode(s, posix.stat)
    return mode is not None and _stat.S_ISDIR(mode)


def islink(path):
    """Test whether a path is a symbolic link"""
    mode = _mode(path, posix.lstat)
    return mode is not None and _stat.S_ISLNK(mode)


def isjunction(path):
    """Test whether a path is a junction.  Junctions are not supported on the current platform"""
    fspath(path)
    return False


def ismount(path):
    """Test whether a path is a mount point"""
    try:
        here = posix.lstat(path)
        if _stat.S_ISLNK(here.st_mode):
            return False
        above = posix.lstat(join(fspath(path), _like(fspath(path), "..")))
    except (OSError, ValueError):
        return False
    return here.st_dev != above.st_dev or here.st_ino == above.st_ino


def getsize(filename):
    """Return the size of a file, reported by os.stat()."""
    return posix.stat(filename).st_size


def getmtime(filename):
    """Return the last modification time of a file, reported by os.stat()."""
    return posix.stat(filename).st_mtime


def getatime(filename):
    """Return the last access time of a file, reported by os.stat()."""
    return posix.stat(filename).st_atime


def getctime(filename):
    """Return the metadata change time of a file, reported by os.stat()."""
    return posix.stat(filename).st_ctime


def samestat(s1, s2):
    """Test whether two stat buffers reference the same file"""
    return s1.st_ino == s2.st_ino and s1.st_dev == s2.st_dev


def samefile(f1, f2):
    """Test whether two pathnames reference the same actual file or directory"""
    return samestat(posix.stat(f1), posix.stat(f2))


def sameopenfile(fp1, fp2):
    """Test whether two open file objects reference the same file"""
    return samestat(posix.fstat(fp1), posix.fstat(fp2))


def commonprefix(m):
    """Given a list of pathnames, returns the longest common leading component"""
    if not m:
        return ""
    if not isinstance(m[0], (list, tuple)):
        m = [fspath(p) for p in m]
    low, high = min(m), max(m)
    for i, c in enumerate(low):
        if c != high[i]:
            return low[:i]
    return low


def normpath(path):
    """Normalize path, eliminating double slashes, etc."""
    path = fspath(path)
    if not path:
        return _like(path, ".")
    slash, dot, dots = _like(path, "/"), _like(path, "."), _like(path, "..")
    _, root, rest = splitroot(path)
    parts = []
    for part in rest.split(slash):
        if not part or part == dot:
            continue
        if part != dots or not root and not parts or parts and parts[-1] == dots:
            parts.append(part)
        elif parts:
            parts.pop()
    return root + slash.join(parts) or dot


def abspath(path):
    """Return an absolute path."""
    path = fspath(path)
    if not isabs(path):
        path = join(posix.getcwdb() if isinstance(path, bytes) else posix.getcwd(), path)
    return normpath(path)


def realpath(filename, *, strict=False):
    """Return the canonical path of the specified filename, eliminating any symbolic links."""
    filename = fspath(filename)
    slash, dot, dots = _like(filename, "/"), _like(filename, "."), _like(filename, "..")
    path = slash if isabs(filename) else posix.getcwdb() if isinstance(filename, bytes) else posix.getcwd()
    rest = filename.split(slash)[::-1]
    links = 0
    while rest:
        part = rest.pop()
        if not part or part == dot:
            continue
        if part == dots:
            path = dirname(path)
            continue
        new = join(path, part)
        try:
            mode = posix.lstat(new).st_mode
        except OSError:
            if strict:
                raise
            mode = 0
        if not _stat.S_ISLNK(mode):
            path = new
            continue
        links += 1
        if links > 40:
            if strict:
                posix.stat(new)
            return join(new, *rest[::-1])
        target = posix.readlink(new)
        if isabs(target):
            path = slash
        rest += target.split(slash)[::-1]
    return path


def relpath(path, start=None):
    """Return a relative version of a path"""
    path = fspath(path)
    if not path:
        raise ValueError("no path specified")
    start = _like(path, ".") if start is None else fspath(start)
    _check("relpath", path, start)
    slash = _like(path, "/")
    begin = [part for part in abspath(start).split(slash) if part]
    end = [part for part in abspath(path).split(slash) if part]
    same = len(commonprefix([begin, end]))
    parts = [_like(path, "..")] * (len(begin) - same) + end[same:]
    return slash.join(parts) if parts else _like(path, ".")


def commonpath(paths):
    """Given a sequence of path names, returns the longest common sub-path."""
    paths = [fspath(path) for path in paths]
    if not paths:
        raise ValueError("commonpath() arg is an empty sequence")
    _check("commonpath", *paths)
    slash, dot = _like(paths[0], "/"), _like(paths[0], ".")
    if len({path.startswith(slash) for path in paths}) > 1:
        raise ValueError("Can't mix absolute and relative paths")
    parts = [[part for part in path.split(slash) if part and part != dot] for path in paths]
    root = slash if paths[0].startswith(slash) else slash[:0]
    return root + slash.join(commonprefix(parts))


def expanduser(path):
    """Expand ~ and ~user constructions.  If user or $HOME is unknown, do nothing."""
    path = fspath(path)
    tilde, slash = _like(path, "~"), _like(path, "/")
    if not path.startswith(tilde):
        return path
    end = path.find(slash, 1)
    if end < 0:
        end = len(path)
    import os
    if end == 1 and "HOME" in os.environ:
        home = os.environ["HOME"]
    else:
        home = _home_of(os, path[1:end])
        if home is None:
            return path
    if isinstance(path, bytes):
        home = os.fsencode(home)
    home = home.rstrip(slash)
    return home + path[end:] or slash


def _home_of(os, user):
    """The home of a user (empty: of this one), from the system's list; None when that has no such user."""
    user = os.fsdecode(user)
    try:
        with open("/etc/passwd", encoding="utf-8", errors="surrogateescape") as f:
            lines = f.readlines()
    except OSError:
        return None
    for line in lines:
        fields = line.rstrip("\n").split(":")
        if len(fields) > 5 and (fields[0] == user if user else fields[2] == str(posix.getuid())):
            return fields[5]
    return None


def expandvars(path):
    """Expand shell variables of form $var and ${var}.  Unknown variables are left unchanged."""
    path = fspath(path)
    import os
    text = os.fsdecode(path)
    out, at = [], 0
    while True:
        dollar = text.find("$", at)
        if dollar < 0:
            break
        out.append(text[at:dollar])
        at = dollar
        if text.startswith("{", dollar + 1):
            close = text.find("}", dollar)
            name, end = (text[dollar + 2:close], close + 1) if close > 0 else ("", dollar + 1)
        else:
            end = dollar + 1
            while end < len(text) and (text[end] == "_" or text[end].isascii() and text[end].isalnum()):
                end += 1
            name = text[dollar + 1:end]
        out.append(os.environ[name] if name in os.environ else text[at:end])
        at = end
    text = "".join(out) + text[at:]
    return os.fsencode(text) if isinstance(path, bytes) else text
