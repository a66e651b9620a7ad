"""next() with a default and close() where native code, an operator or a protocol waits for the result."""


def nothing():
    return
    yield


def counts(n):
    for i in range(n):
        yield i


def closing(value):
    try:
        yield "started"
    except GeneratorExit:
        print("closing", value)
        return value


def started(value):
    g = closing(value)
    next(g)
    return g


CLOSE = type(nothing()).close


class Late:
    """An iterator in Python."""

    def __init__(self, items):
        self.items = list(items)

    def __next__(self):
        if not self.items:
            raise StopIteration
        return self.items.pop(0)


class Letters(map):
    """An iterator whose __next__ is native."""


# Called by natives.
print(list(map(next, [nothing(), counts(2), Late("xy"), Late([])], ["d1", "d2", "d3", "d4"])))
print(list(map(CLOSE, [started(1), started(2)])))
print(sorted([started(4), started(3)], key=CLOSE)[0].gi_suspended)
print(min([3, 1, 2], key=lambda n: next(nothing(), -n)))
print(list(filter(CLOSE, [started(0), started(5)])) != [])
print(next(*[nothing(), "unpacked"]), next(*[Late("z")], "d"), next(*(Late([]), "late")))
print(next(Letters(str, []), "letters"), next(Letters(str, [1]), "letters"))
for step in next, lambda it, default: next(it, default):
    print([step(it, "default") for it in (nothing(), counts(1), Late("q"), Late([]), iter([]))])


# By keys of dicts and sets, in comparisons, as text, as truth.
class Key:
    def __init__(self, name):
        self.name = name

    def __hash__(self):
        return next(nothing(), 7)

    def __eq__(self, other):
        return started(self.name == other.name).close()

    def __bool__(self):
        return next(nothing(), False)

    def __len__(self):
        return started(3).close()

    def __str__(self):
        return next(nothing(), "key")

    def __contains__(self, x):
        return next(nothing(), x)

    def __add__(self, other):
        return started(NotImplemented).close()

    def __radd__(self, other):
        return next(nothing(), "added")


table = {Key("a"): 1, Key("b"): 2}
print(table[Key("b")], Key("c") in table, len({Key("x"), Key("x")}))
print([Key("a"), Key("b")].index(Key("b")), [Key("a")].count(Key("a")), Key("a") == Key("a"))
print(bool(Key("a")), len(Key("a")), str(Key("a")), f"{Key('a')}", 1 in Key("a"), 0 in Key("a"))
print(1 + Key("a"), any([Key("a")]), "yes" if Key("a") else "no")


# As the __next__ of a loop, whose continuation is another.
class Loop:
    def __init__(self, *items):
        self.items = counts(len(items))

    def __iter__(self):
        return self

    def __next__(self):
        return next(self.items, "end")


for item in Loop("a", "b", "c"):
    print(item)
    if item == "end":
        break


# What is raised goes where it did.
def fails():
    raise LookupError("in the generator")
    yield


def refuses():
    try:
        yield
    except GeneratorExit:
        yield


for it in fails(), 5:
    try:
        list(map(next, [it], ["default"]))
    except (LookupError, TypeError) as e:
        print(repr(e))
g = refuses()
next(g)
try:
    list(map(type(g).close, [g]))
except RuntimeError as e:
    print(e)
