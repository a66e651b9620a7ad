# memoryview: the memory of bytes, bytearrays and other views, as items of a format in a shape.
def attempt(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)

data = bytearray(b"Hello World")
m = memoryview(data)
print(len(m), m.nbytes, m.itemsize, m.format, m.ndim, m.shape, m.strides, m.suboffsets, m.readonly)
print(m[0], m[-1], m[2:5].tobytes(), m[::-2].tolist(), m[20:].tolist())
m[0] = 74
m[1:5] = b"ELLO"
m[-5:] = memoryview(b"Earth")
print(data, m.obj is data, bytes(m), m == data, m == b"x", m != "x")
print(list(m)[:3], 74 in m, [x for x in reversed(m)][:2], m.hex("-", 4), bytes(m[::3]))

# What cannot be.
attempt(lambda: m[11])
attempt(lambda: m["a"])
attempt(lambda: m[0, 1])
attempt(lambda: m.__setitem__(0, 256))
attempt(lambda: m.__setitem__(0, "a"))
attempt(lambda: m.__setitem__(slice(0, 3), b"ab"))
attempt(lambda: m.__setitem__(slice(0, 3), 5))
attempt(lambda: m.__delitem__(0))
attempt(lambda: memoryview(b"abc").__setitem__(0, 1))
attempt(lambda: memoryview(5))
attempt(lambda: memoryview("abc"))
attempt(lambda: m < m)
attempt(lambda: type("X", (memoryview,), {}))

# The length of a bytearray that is shown stays.
for change in (lambda: data.append(1), lambda: data.extend(b"xy"), lambda: data.pop(), lambda: data.clear(),
               lambda: data.__delitem__(0), lambda: data.__setitem__(slice(0, 1), b"abc"), lambda: data.insert(0, 1),
               lambda: data.remove(74), lambda: data.__imul__(2), lambda: data.__iadd__(b"z")):
    attempt(change)
data[:2] = b"ju"
data.extend(b"")
part = m[2:4]
m.release()
attempt(lambda: data.append(1))
part.release()
data.append(33)
print(data)
attempt(lambda: m[0])
attempt(lambda: len(m))
attempt(lambda: m.tolist())
attempt(lambda: m.shape)
print(m == m, m == data, str(m)[:17])
m.release()
with memoryview(data) as m:
    attempt(data.clear)
data.clear()
attempt(m.__enter__)

def shown():
    inner = memoryview(data)
    n = len(inner)
    del inner
    return n
shown()
data += b"view is gone"
print(data)

# Formats and shapes.
for format in "bBchHiIlLqQnNfdP?":
    view = memoryview(bytearray(range(16))).cast(format)
    print(format, view.itemsize, view.shape, view[0], view.tolist()[-1], view.tobytes()[:2])
view = memoryview(bytearray(4)).cast("e")
view[0] = 1.5
view[1] = -0.1
print(view.tolist(), view.tobytes())
for format, value in [("b", -129), ("B", -1), ("h", 2**15), ("I", 2**32), ("q", 2**63), ("Q", 2**64), ("c", 5), ("c", b"ab"),
                      ("f", "x"), ("d", 1j), ("i", 1.5), ("?", 5), ("d", 3), ("c", b"x"), ("N", 7)]:
    view = memoryview(bytearray(8)).cast(format)
    attempt(lambda: view.__setitem__(0, value) or view[0])
grid = memoryview(bytearray(range(24))).cast("B", [2, 3, 4])
print(grid.shape, grid.strides, grid.ndim, len(grid), grid.tolist())
print(grid[1, 2, 3], grid[-1, 0, 0], grid.c_contiguous, grid.f_contiguous, grid.tobytes("F")[:6])
grid[0, 1, 2] = 255
print(grid[:1].tolist(), grid.cast("B")[6], grid[::-1].c_contiguous)
for key in (0, (0, 0), (0, 0, 0, 0), (2, 0, 0), (slice(1), slice(1)), slice(5, 9), "a", ()):
    attempt(lambda: grid[key] if type(key) is not slice else grid[key].tolist())
attempt(iter, grid)
zero = memoryview(b"abcd").cast("i", [])
print(zero.ndim, zero.shape, zero[()], zero.tolist(), zero.nbytes)
attempt(len, zero)
attempt(lambda: zero[0])
for arguments in [("Z",), ("B", 5), ("h",), ("B", [2, 2]), ("B", [0]), ("B", ["a"]), ("i", [1]), (5,), ("B", [3, -1]), ("@B",)]:
    attempt(lambda: memoryview(b"abc").cast(*arguments).format)
attempt(lambda: memoryview(b"abcdefgh").cast("i").cast("h"))
attempt(lambda: memoryview(b"abcdefgh")[::2].cast("h"))

# Equality goes by values, hash by bytes.
print(memoryview(b"\1\0\2\0").cast("h") == memoryview(b"\1\2"), memoryview(b"a") == memoryview(b"a").cast("c"))
print(hash(memoryview(b"abc")) == hash(b"abc"), memoryview(b"abc") == bytearray(b"abc"), b"abc" == memoryview(b"abc"))
print({memoryview(b"key"): 1}[b"key"], bytearray(b"b") > memoryview(b"a"))
attempt(hash, memoryview(bytearray(b"a")))
attempt(hash, memoryview(b"abcd").cast("i"))
nan = memoryview(bytearray(8)).cast("d")
nan[0] = float("nan")
print(nan == nan, nan[0] == nan[0], nan.toreadonly().readonly)

# Wherever bytes-like objects go.
v = memoryview(b"1234")[1:3]
print(int(v), float(v), b"-".join([v, b"x"]), b"a" + v, bytes(v), bytearray(v), str(v, "ascii"), b"0123".find(v), v in b"0123")
print(b"23x".startswith(v), b"x%by" % v, int.from_bytes(v, "big"), b"1 2 3".replace(memoryview(b" "), v), bytes.maketrans(v, v) == bytes(range(256)))
b = bytearray(b"abc")
b += v
b[:1] = v
b.extend(memoryview(b"!")[::-1])
print(b)
attempt(lambda: b"".join([memoryview(b"abc")[::2]]))

# Classes that export a buffer.
class Export:
    def __init__(self):
        self.data = bytearray(b"export")
        self.log = []
    def __buffer__(self, flags):
        self.log.append("get")
        return memoryview(self.data)
    def __release_buffer__(self, view):
        self.log.append("release")
        view.release()

x = Export()
with memoryview(x) as m:
    m[0] = 69
    print(m.tobytes())
print(bytes(x), x.log, x.data)
x.data.append(1)

class Wrong:
    def __buffer__(self, flags):
        return b"no"
attempt(memoryview, Wrong())
print(b"abc".__buffer__(0).tobytes(), bytearray(b"q").__buffer__(1)[0])
attempt(b"abc".__buffer__, 1)
