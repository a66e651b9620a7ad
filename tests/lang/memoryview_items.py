"""Items of memoryviews: formats, writing, iteration, slices, and what was released."""
import array

octets = bytearray(range(8))
view = memoryview(octets)
print([view[i] for i in (0, 7, -1, -8)], list(view), sum(view), view.tolist(), bytes(view), view.tobytes())
for item in view:
    if item == 3:
        view[4] = 200
    print(item, end=" ")
print()
view[0] = 255
view[-1] = 9
view[2:4] = b"xy"
view[::2][1:3] = b"PQ"
print(octets, view[::-1].tolist(), view[::-1].tobytes(), view[1:6:2].tolist(), list(view[6:2:-2]))
for value in (256, -1, 1 << 70, 1.5, "a", b"a", None, True):
    try:
        view[1] = value
        print(value, view[1])
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
for index in (8, -9, 1 << 70, "a", 1.5):
    try:
        view[index]
    except (IndexError, TypeError) as error:
        print(type(error).__name__, error)
for data in (b"", b"abc", "ab", 5):
    try:
        view[0:2] = data
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
for letter in "bBhHiIlLqQnN":
    for whole in (0, 1, -1, 127, 128, 255, -128, -129, 65535, 1 << 31, (1 << 32) - 1, -(1 << 31), (1 << 63) - 1):
        cells = memoryview(bytearray(16)).cast(letter)
        try:
            cells[1] = whole
            print(letter, cells[1], cells.tolist(), end="; ")
        except ValueError as error:
            print(letter, whole, error, end="; ")
    print()
big = memoryview(b"\xff" * 8).cast("Q")
print(big[0], big.tolist(), list(big), memoryview(b"\xff" * 8).cast("q")[0], memoryview(b"\1\0\2").cast("?").tolist())
floats = memoryview(array.array("d", [1.5, -2.0, float("inf")]))
floats[1] = 4
print(floats.tolist(), list(floats), floats[2])
print(memoryview(b"abc") == b"abc", b"abc" == memoryview(b"abc"), memoryview(b"abc")[::-1] == b"cba",
      memoryview(b"abc") != b"abd", memoryview(b"abc") == memoryview(bytearray(b"abc")), memoryview(b"ab") == b"abc",
      memoryview(b"\xff\xff").cast("b") == b"\xff\xff", memoryview(b"a") == "a")
grid = memoryview(bytes(range(6))).cast("B", (2, 3))
print(grid.tolist(), grid[1, 2], bytes(grid), grid == memoryview(bytes(range(6))))
readonly = memoryview(b"abc")
try:
    readonly[0] = 1
except TypeError as error:
    print(error)
iterator = iter(view)
print(next(iterator))
view.release()
for attempt in (lambda: view[0], lambda: next(iterator), lambda: view.tolist(), lambda: view == octets):
    try:
        print(attempt())
    except ValueError as error:
        print(error)
print([hex(n) for n in (0, 15, 255, -255, 1 << 63, -(1 << 63), 1 << 64, True)])
print([bin(n) for n in (0, 5, -5, (1 << 63) - 1, 1 << 64)], [oct(n) for n in (0, 8, -8, 1 << 65)])
