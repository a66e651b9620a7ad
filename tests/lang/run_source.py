# compile, exec and eval: sources of every kind, flags, namespaces, closures.
def attempt(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)

for source in ("1 + 1", b"2 + 2", bytearray(b"3 + 3"), memoryview(b"4 + 4"), "  5 + 5"):
    attempt(eval, source)
for source in (5, None, "a\0b", b"\0", "x\ud800", "1 +", "a = 1"):
    attempt(eval, source)
attempt(exec, 5)
attempt(compile, 5, "f", "exec")
attempt(eval, b"\xff")
for mode in ("exec", "eval", "single", "nope", 5, "func_type"):
    attempt(lambda: type(compile("1", "f", mode)).__name__)
attempt(compile, "1", 5, "eval")
attempt(compile, "1", "f\0", "eval")
attempt(lambda: eval(compile("1", b"f", "eval")))
attempt(compile, "1", "f", "eval", 1)
attempt(compile, "1", "f", "eval", optimize=5)
attempt(lambda: exec(compile("assert 0", "f", "exec", optimize=1)))
attempt(lambda: exec(compile("assert 0, 'here'", "f", "exec", optimize=0)))
attempt(lambda: eval(compile("__debug__", "f", "eval", optimize=1)))

# Namespaces.
class Names(dict):
    def __missing__(self, key):
        return key.upper()

class Map:
    def __init__(self):
        self.seen = []
    def __getitem__(self, key):
        if key in ("a", "b"):
            return len(key)
        raise KeyError(key)
    def __setitem__(self, key, value):
        self.seen.append((key, value))

print(eval("a + b", {}, Names()), eval("a + b", {"a": 1, "b": 2}))
m = Map()
exec("c = a + b; d = 5", {}, m)
print(m.seen)
for arguments in (("1", 5), ("1", {}, 5), ("1", Map()), ("1", {}, None), ("1", None, {})):
    attempt(eval, *arguments)
    attempt(exec, *arguments)
attempt(eval, "1", globals={"x": 2}, locals=None)
g = {}
exec("x = 5", g)
print(sorted(g), eval("x", g))
attempt(eval, "undefined", {})
attempt(eval, "abs(-3)", {"__builtins__": {"abs": abs}})

# Closures.
def outer():
    count = 10
    def inner():
        nonlocal count
        count += 1
        print("count", count)
    return inner

inner = outer()
exec(inner.__code__, globals(), closure=inner.__closure__)
inner()
attempt(exec, inner.__code__)
attempt(eval, inner.__code__)
attempt(exec, inner.__code__, closure=())
attempt(exec, outer.__code__, closure=())
attempt(exec, "1", closure=inner.__closure__)
exec(outer.__code__)
