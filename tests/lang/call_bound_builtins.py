"""Bound methods of builtin values that are called through a variable, and methods of numbers."""


class Names(list):
    def append(self, name):
        super().append(name.upper())


def shown(make):
    try:
        return make()
    except (TypeError, AttributeError, KeyError) as e:
        return f"{type(e).__name__}: {e}"


out = []
append, get, pop = out.append, {"a": 1}.get, [1, 2, 3].pop
for i in range(3):
    append(i)
print(out, get("a"), get("b"), get("b", 5), pop(), pop(0))
add = Names().append
add("x")
print(add.__self__, shown(lambda: append()), shown(lambda: append(1, 2)), shown(lambda: pop("x")))
join, upper = ", ".join, "abc".upper
print(join(["a", "b"]), upper(), join(str(n) for n in range(3)))
print((5).bit_length(), True.bit_length(), (2.5).is_integer(), (2.0).as_integer_ratio(), (10 ** 30).bit_count())
print(int.bit_length(7), int.bit_length(True), shown(lambda: int.bit_length(2.5)), float.hex(1.5))
size = [3, 1, 2].sort
print(size(), size.__name__, sorted("bca", key={"a": 3, "b": 1, "c": 2}.get))
chain = out.extend
chain(map(str, range(3)))
print(out)
