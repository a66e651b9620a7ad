import os
import stat


def attempt(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except OSError as e:
        print(type(e).__name__, e, e.errno, e.strerror, repr(e.filename), repr(e.filename2))
    except Exception as e:
        print(type(e).__name__, e)


home = os.getcwd()
os.makedirs("box/inner/deep")
os.makedirs("box/inner", exist_ok=True)
attempt(os.makedirs, "box/inner")
attempt(os.mkdir, "box")
for name in "box/b", "box/a", "box/inner/c":
    with open(name, "x") as f:
        f.write(name)
attempt(open, "box/a", "x")
attempt(open, "box")
attempt(open, "box", "w")
attempt(open, "box/none/x", "w")
attempt(open, "box/a/x")
attempt(open, "nothing")
attempt(open, b"nothing")
attempt(os.rmdir, "box")
attempt(os.rmdir, "box/a")
attempt(os.remove, "nothing")
attempt(os.unlink, "box")
attempt(os.rename, "nothing", "something")
attempt(os.replace, "box/a", "box/inner")
attempt(os.listdir, "nothing")
attempt(os.listdir, "box/a")
attempt(os.chdir, "nothing")
attempt(os.stat, "nothing")
attempt(os.stat, 99)
attempt(os.fstat, 99)
attempt(os.path.getsize, "nothing")
attempt(os.symlink, "a", "box/b")
attempt(os.readlink, "box/a")
attempt(os.mkdir, 3)
attempt(os.stat, 3.5)
attempt(os.stat, "a\0")
attempt(open, "a\0")

print(sorted(os.listdir("box")), sorted(os.listdir(b"box")))
with os.scandir("box") as entries:
    print(sorted((e.name, e.path, e.is_dir(), e.is_file(), e.is_symlink(), e.stat().st_size > 0) for e in entries))
for folder, folders, files in os.walk("box"):
    folders.sort()
    print(folder, folders, sorted(files))
print([folder for folder, _, _ in os.walk("box", topdown=False)], list(os.walk("nothing")))
os.rename("box/a", "box/renamed")
os.replace("box/renamed", "box/b")
print(sorted(os.listdir("box")), open("box/b").read())
os.symlink("b", "box/link")
print(os.readlink("box/link"), os.path.islink("box/link"), os.path.isfile("box/link"), os.path.exists("box/link"))
print(os.path.realpath("box/link") == os.path.join(os.path.realpath("box"), "b"))
s = os.stat("box/b")
print(stat.S_ISREG(s.st_mode), stat.S_ISDIR(s.st_mode), s.st_size, s[6], len(s), s.st_mtime_ns // 10**9 == s[8])
os.chmod("box/b", 0o640)
print(oct(stat.S_IMODE(os.stat("box/b").st_mode)), stat.filemode(os.stat("box/b").st_mode))
os.utime("box/b", (1, 2.5))
print(os.stat("box/b").st_atime, os.stat("box/b").st_mtime, os.path.getmtime("box/b"), os.stat("box/b").st_mtime_ns)
print(os.path.samefile("box/b", "box/../box/link"), os.access("box/b", os.R_OK), os.access("nothing", os.F_OK))
os.truncate("box/b", 3)
print(open("box/b").read())
os.chdir("box/inner")
print(os.path.relpath(os.getcwd(), home), os.listdir("deep"), os.path.exists("c"), os.path.abspath("x") == home + "/box/inner/x")
with open("here", "w") as f:
    f.write("in the folder")
os.chdir("..")
print(open("inner/here").read())
os.chdir(home)
print(os.getcwd() == home, os.getcwdb() == os.fsencode(home))


class Path:
    def __init__(self, path):
        self.path = path

    def __fspath__(self):
        return self.path


with open(Path("box/b")) as f:
    print(f.name, f.read())
attempt(os.stat, Path("nothing"))
print(os.fspath(Path("p")), isinstance(Path("p"), os.PathLike), isinstance(3, os.PathLike), os.path.join(Path("a"), "b"))
for name in "box/b", "box/link", "box/inner/c", "box/inner/here":
    os.remove(name)
os.removedirs("box/inner/deep")
print(os.path.exists("box"), sorted(os.listdir(".")) == sorted(os.listdir()))
