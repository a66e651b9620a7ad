"""`==` and `!=` of values of unlike types, and of those that are alike after all."""


class Any:
    def __eq__(self, other):
        return True

    __hash__ = None


class Meta(type):
    def __eq__(cls, other):
        return "meta"

    __hash__ = type.__hash__


class Made(metaclass=Meta):
    pass


class Text(str):
    pass


class Number(int):
    def __eq__(self, other):
        return other == "five" or int(self) == other

    __hash__ = int.__hash__


values = [None, True, 1.0, 2**70, float(2**70), 1 + 0j, "a", b"a", bytearray(b"a"), (1,), [1], {1: 1}, {1}, range(1, 2), ...,
          len, Made, Any(), Text("a"), Number(5), "five"]
for value in values:
    print(*map(type(value).__eq__, [value] * 2, values[:2]), *[str(value == other)[0] for other in values],
          *[str(value != other)[0] for other in values[:12]])
print([None, "a", 1].count("a"), "a" in [None, 1], (None, 1) == (None, "a"), [1, "a"] != [1, 2], None in ("a", None))
count = 0
for x in values:
    if x == "a" or x == 1 or x == None:  # noqa: E711
        count += 1
    if x != "a" and x != ():
        count += 100
print(count)
