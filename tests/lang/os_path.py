import os
import os.path
from os import path as p


def attempt(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


print(os.path is p, os.sep, repr(os.linesep), os.name, os.curdir, os.pardir, os.extsep, os.pathsep, os.devnull, os.altsep)
for parts in ("a", "b"), ("a/", "b"), ("a", "/b"), ("", "b"), ("a", ""), ("a", "b", "..", "c"), (b"a", b"b"):
    print(p.join(*parts))
attempt(p.join, "a", 3)
attempt(p.join, "a", b"b")
attempt(p.join)
for path in "", "/", "//", "a", "a/", "/a", "a/b", "//a/b.c", "a//b", ".bashrc", "a.tar.gz", "dir.x/file", "..", "a/..b", b"x/y.z":
    print(repr(path), p.split(path), p.splitext(path), p.basename(path), p.dirname(path), p.normpath(path), p.isabs(path),
          p.splitroot(path))
for path in "a/./b/../c", "/..", "/../a", "//a/..", "///a", "../../a", "a/../..", "./", "a/b/../../..":
    print(path, p.normpath(path))
print(p.commonprefix(["abc", "abd"]), p.commonprefix([]), p.commonpath(["/a/b/c", "/a/b"]), p.commonpath(["a/b", "a/c"]))
attempt(p.commonpath, [])
attempt(p.commonpath, ["/a", "b"])
print(p.relpath("/a/b/c", "/a/d"), p.relpath("/a", "/a"), p.relpath("a/b", "a"), p.relpath("x", "y/z"))
attempt(p.relpath, "")
print(p.abspath("/a/../b"), p.abspath("x") == p.join(os.getcwd(), "x"), p.splitdrive("/a"), p.normcase("A/b"))
os.environ["SCRATCH_TEST_HOME"] = "/somewhere"
print(p.expandvars("$SCRATCH_TEST_HOME/x ${SCRATCH_TEST_HOME}y $NO_SUCH_THING $ ${"), os.path.expanduser("no/~"))
os.environ["HOME"] = "/home/of/nobody/"
print(p.expanduser("~"), p.expanduser("~/x"), p.expanduser("~no_such_user_/x"))
print(p.exists("/no/such/thing"), p.isdir("/"), p.isfile("/"), p.islink("/"), p.ismount("/"), p.lexists("/"), p.exists("a\0"))
attempt(p.exists, 3.5)
attempt(os.fspath, 3)
print(os.fsencode("\u00e4"), ascii(os.fsdecode(b"\xff")), os.fsencode("\udcff"))

print(os.getenv("SCRATCH_TEST_HOME"), os.getenv("NO_SUCH_THING"), os.getenv("NO_SUCH_THING", "default"))
print("SCRATCH_TEST_HOME" in os.environ, os.environ.get("NO_SUCH_THING"), os.environb[b"SCRATCH_TEST_HOME"])
attempt(os.environ.__getitem__, "NO_SUCH_THING")
attempt(os.environ.__setitem__, "X", 3)
attempt(os.environ.__setitem__, "", "x")
attempt(os.environ.__delitem__, "NO_SUCH_THING")
attempt(os.putenv, "a=b", "c")
print(os.environ.setdefault("SCRATCH_TEST_HOME", "other"), os.environ.pop("SCRATCH_TEST_HOME"), os.environ.pop("SCRATCH_TEST_HOME", 7))
os.environ.update({"SCRATCH_A": "1"}, SCRATCH_B="2")
print({"SCRATCH_A": "1", "SCRATCH_B": "2"}.items() <= os.environ.items(), "SCRATCH_A" in list(os.environ), "1" in os.environ.values())
del os.environ["SCRATCH_A"], os.environ["SCRATCH_B"]
print("SCRATCH_A" in os.environ, type(os.environ.copy()), os.environ == os.environ.copy(), len(os.environ) == len(os.environ.copy()))
print(os.getpid() == os.getpid(), os.getppid() > 0, os.cpu_count() > 0, len(os.urandom(5)), os.strerror(2), os.strerror(28))
attempt(os.urandom, -1)
attempt(os.open, 3.5, 0)
print(os.error is OSError, os.uname().sysname, os.F_OK, os.R_OK, os.SEEK_END, os.O_RDONLY | os.O_CREAT)
