"""Messages of the common exceptions."""


class Thing:
    value = 1


thing = Thing()
nothing = None
number = 5
actions = [
    lambda: missing_name,
    lambda: thing.missing,
    lambda: nothing.attribute,
    lambda: number.real.missing,
    lambda: Thing.missing,
    lambda: {"a": 1}["b"],
    lambda: [1, 2][2],
    lambda: (1, 2)[5],
    lambda: "abc"[9],
    lambda: 1 / 0,
    lambda: 1 % 0,
    lambda: 1.0 / 0.0,
    lambda: "a" + 1,
    lambda: 1 + "a",
    lambda: [1] + "a",
    lambda: nothing + 1,
    lambda: -"x",
    lambda: ~1.5,
    lambda: number[0],
    lambda: number(),
    lambda: nothing["k"],
    lambda: len(number),
    lambda: iter(number),
    lambda: next([1]),
    lambda: [] < 1,
    lambda: nothing < nothing,
    lambda: thing < thing,
    lambda: int("seven"),
    lambda: int(None),
    lambda: float("one"),
    lambda: [1, 2].index(9),
    lambda: "x".nothing(),
    lambda: thing(),
    lambda: sum(["a"]),
    lambda: max(1, "a"),
    lambda: sorted([1, nothing]),
    lambda: {}[thing.value],
    lambda: {[1]: 2},
    lambda: [*number],
    lambda: {**number},
    lambda: print(*nothing),
    lambda: "%d" % "a",
    lambda: "%s %s" % ("a",),
    lambda: "%s" % ("a", "b"),
    lambda: range(1.5),
    lambda: [number][number / 5],
    lambda: "a" in number,
    lambda: "a" in "abc" in nothing,
    lambda: 1 in "abc",
    lambda: setattr(number, "x", 1),
    lambda: delattr(thing, "value"),
    lambda: open,
    lambda: (_ for _ in number),
    lambda: round("x"),
    lambda: chr(1114112),
    lambda: ord(""),
    lambda: complex("x"),
    lambda: str(b"x", "nonsense"),
    lambda: hash([]),
    lambda: isinstance(1, "int"),
    lambda: super().x,
    lambda: Thing.__new__(),
    lambda: __import__("no_such_module"),
]
for action in actions:
    try:
        action()
    except Exception as e:
        print(type(e).__name__, e)
    else:
        print("no exception")
