"""sys: what it says, and the hooks that are called."""
import sys

print(sys.version_info[:1], sys.version_info.major, sys.version_info >= (3, 10), sys.byteorder, sys.maxsize, sys.maxunicode)
print(sys.float_info.max, sys.float_info.epsilon, sys.float_info.dig, sys.float_info[0] == sys.float_info.max)
print(sys.int_info, sys.hash_info.modulus, sys.hash_info.inf)
print(sys.flags.optimize, sys.flags.int_max_str_digits, sys.implementation.version == sys.version_info)
print("sys" in sys.builtin_module_names, "json" in sys.stdlib_module_names, sys.is_finalizing())
print(sys.getrecursionlimit(), sys.getdefaultencoding(), sys.getfilesystemencoding(), sys.getfilesystemencodeerrors())
print(sys.getsizeof(1), sys.getsizeof(1.5), sys.getsizeof(""), sys.getsizeof("abc"), sys.getsizeof(b""), sys.getsizeof(None))
print(sys.getsizeof(()), sys.getsizeof((1, 2)), sys.getsizeof([]), sys.getsizeof(2 ** 100), sys.getsizeof({}))


class Sized:
    def __init__(self, n):
        self.n = n

    def __sizeof__(self):
        return self.n


print(sys.getsizeof(Sized(100)) >= 100)
for size in (-1, "x"):
    try:
        sys.getsizeof(Sized(size))
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
print(sys.getsizeof(Sized("x"), 7))
sys.audit("event", 1, 2)
seen = []


def show(value):
    seen.append(value)


sys.displayhook = show
exec(compile("1 + 1", "<x>", "single"))
print(seen)
sys.displayhook = sys.__displayhook__
exec(compile("[1, 2]", "<x>", "single"))
import builtins
print(builtins._)
del sys.displayhook
try:
    exec(compile("3", "<x>", "single"))
except RuntimeError as e:
    print(e)
print(sys.intern("abc" * 2) is sys.intern("abcabc"), sys.get_int_max_str_digits())
try:
    raise ValueError("shown by the hook")
except ValueError as e:
    sys.excepthook(type(e), ValueError("without a traceback"), None)
def hook(kind, value, tb):
    print("hook:", kind.__name__, value, tb is not None)


sys.excepthook = hook
raise KeyError("the end")
