"""Compiled files and marshalled code."""
import compileall
import importlib
import importlib.util
import marshal
import os
import py_compile
import sys
import types

sys.dont_write_bytecode = False
sys.path.insert(0, os.getcwd())


def write(name, text):
    with open(name, "w") as file:
        file.write(text)


def attempt(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except Exception as e:
        return f"{type(e).__name__}: {str(e).partition(': b')[0]}"


# ---- code objects
source = '''
def outer(a, /, b=2, *c, d, **e):
    "Doc."
    total = [a + b for x in (1, 2.5, "é\\udc80", b"x", None, ..., 10**30, 1j, frozenset({1}))]
    def inner():
        nonlocal total
        total = a
        return total, x_global
    return inner
async def co(): 
    async with y as z: yield z
class C[T]:
    attr: int = 3
    def m(self): return super().__init__
x_global = 5
'''
code = compile(source, "made.py", "exec")
again = marshal.loads(marshal.dumps(code))
inner = [c for c in again.co_consts if hasattr(c, "co_name")]
print(again == code, again.co_filename, [(c.co_name, c.co_varnames) for c in inner if c.co_name == "outer"])
namespace = {}
exec(again, namespace)
print(namespace["outer"](1, d=4)(), type(namespace["C"]().m()).__name__)
print(marshal.loads(marshal.dumps([code, {"a": code}]))[1]["a"] == code)
function = types.FunctionType(marshal.loads(marshal.dumps(namespace["outer"].__code__)), {"x_global": 9}, "outer", (7,))
function.__kwdefaults__ = {"d": 1}
print(function(1)(), function.__doc__)
data = marshal.dumps(code)
print(attempt(marshal.loads, data[:40]), attempt(marshal.loads, b""), attempt(marshal.dumps, code, allow_code=False))
print(attempt(marshal.loads, data, allow_code=False))

# ---- files
write("mod.py", "import sys\nvalue = 1\ndef f():\n    return 1 / 0\n")
import mod
cached = importlib.util.cache_from_source("mod.py")
print(mod.value, os.path.exists(cached), mod.__cached__ == os.path.join(os.getcwd(), cached))
print(importlib.util.source_from_cache(cached))
stamp = os.stat("mod.py")
write("mod.py", "import sys\nvalue = 2\ndef f():\n    return 1 / 0\n")
os.utime("mod.py", ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
del sys.modules["mod"]
import mod
print("same date and size: the compiled file counts:", mod.value)
write("mod.py", "value = 33\n")
del sys.modules["mod"]
import mod
print("another size:", mod.value)
try:
    exec(marshal.loads(open(importlib.util.cache_from_source("mod.py"), "rb").read()[16:]))
    print("value", value)
except NameError as e:
    print(e)

# ---- py_compile, hashes, sourceless modules
write("lone.py", "import os\nanswer = 42\n")
print(os.path.basename(py_compile.compile("lone.py", cfile="lone.pyc")))
os.remove("lone.py")
import lone
print(lone.answer, os.path.basename(lone.__file__), type(lone.__loader__).__name__)
write("hashed.py", "value = 1\n")
py_compile.compile("hashed.py", invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)
data = open(importlib.util.cache_from_source("hashed.py"), "rb").read()
print(data[4:8], data[8:16] == importlib.util.source_hash(b"value = 1\n"))
write("hashed.py", "value = 2\n")
import hashed
print(hashed.value)
write("bad.py", "def f(:\n")
print(attempt(py_compile.compile, "bad.py", doraise=True).splitlines()[0][:40])
os.mkdir("pkg")
write("pkg/__init__.py", "from .part import x\n")
write("pkg/part.py", "x = 'part'\n")
print(compileall.compile_dir("pkg", quiet=2), len(os.listdir("pkg/__pycache__")))
import pkg
print(pkg.x)

# ---- what cannot be loaded
for name, content in ("short", b""), ("other", b"abcd" + bytes(12)), ("flags", importlib.util.MAGIC_NUMBER + b"\xff" + bytes(11)), (
        "empty", importlib.util.MAGIC_NUMBER + bytes(12)), ("noncode", importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(3)):
    with open(name + ".pyc", "wb") as file:
        file.write(content)
    print(name, attempt(importlib.import_module, name).replace(os.getcwd(), "."))
print(importlib.util.source_hash(b"hello") != importlib.util.source_hash(b"hallo"), len(importlib.util.MAGIC_NUMBER))
sys.pycache_prefix = os.path.join(os.getcwd(), "elsewhere")
write("far.py", "value = 'far'\n")
import far
print(far.value, os.path.relpath(far.__cached__).split("/")[0], os.path.exists(far.__cached__))
