"""The TypeErrors of wrong calls, to user functions, methods, classes and builtins."""


def two(a, b): pass
def optional(a, b=1): pass
def keyword(*, k): pass
def keywords(*, k, m, n): pass
def positional(a, /): pass
def variable(a, *rest): pass


class Thing:
    def __init__(self, size):
        pass

    def method(self, x):
        pass

    @staticmethod
    def static():
        pass


class Empty:
    pass


thing = Thing(1)
nothing = None
calls = [
    lambda: two(),
    lambda: two(1),
    lambda: two(1, 2, 3),
    lambda: two(1, a=2),
    lambda: two(1, c=2),
    lambda: two(b=1),
    lambda: optional(),
    lambda: optional(1, 2, 3),
    lambda: keyword(1),
    lambda: keyword(),
    lambda: keywords(),
    lambda: keyword(k=1, j=2),
    lambda: positional(a=1),
    lambda: variable(),
    lambda: Thing(),
    lambda: Thing(1, 2),
    lambda: thing.method(),
    lambda: Thing.method(),
    lambda: thing.method(1, 2),
    lambda: thing.static(1),
    lambda: Empty(1),
    lambda: two(*5),
    lambda: two(**5),
    lambda: two(1, **{"a": 1}),
    lambda: two(**{1: 2}),
    lambda: thing(),
    lambda: nothing(),
    lambda: len(),
    lambda: len(1, 2),
    lambda: len([], x=1),
    lambda: int([]),
    lambda: int("12x"),
    lambda: ord("ab"),
    lambda: [].append(),
    lambda: [].pop("x"),
    lambda: "a".join(),
    lambda: range(),
    lambda: range("a"),
    lambda: isinstance(1, 1),
]
for call in calls:
    try:
        call()
        print("no error")
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
