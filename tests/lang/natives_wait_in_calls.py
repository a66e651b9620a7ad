"""Natives that go through generators, or call one method and check its result."""

def numbers(*items, value=None):
    for item in items:
        yield item
    return value


def fails(n):
    for i in range(n):
        yield i
    raise KeyError(n)


class Item:
    """A number whose operations are code of the program."""

    def __init__(self, n):
        self.n = n

    def __add__(self, other):
        return Item(self.n + (other.n if isinstance(other, Item) else other))

    __radd__ = __add__

    def __lt__(self, other):
        return self.n < other.n

    def __gt__(self, other):
        return self.n > other.n

    def __bool__(self):
        return self.n > 0

    def __hash__(self):
        return self.n % 2

    def __eq__(self, other):
        return self.n == other.n

    def __repr__(self):
        return f"Item({self.n})"


big = 1 << 62
print(sum(n for n in (1, 2, 3)), sum(numbers()), sum(numbers(1, 2), 10), sum(numbers(1, 2.5, 3)), sum(numbers(0.1) for _ in []),
      sum(n / 10 for n in range(10)), sum(numbers(1e16, 1.0, -1e16)), sum(numbers(1e16, 1, 1.0, -1e16)),
      sum(numbers(big, big, big, 1.5)), sum(numbers(True, False, True)), sum(numbers([1], [2]), []),
      sum(numbers(1, 2j, 3)), sum(numbers(1, Item(2), 3)), sum(numbers(float("inf"), 1.0)))
print(all(n for n in (1, 2)), all(numbers(1, 0, 2)), all(numbers()), any(numbers(0, "", [], None)), any(numbers(0, 3)),
      any(numbers()), all(numbers(Item(1), Item(0))), any(numbers(Item(0), 0, Item(1), 0)), all(numbers(Item(1), 1)))
print(min(numbers(3, 1, 2)), max(numbers(1.5, 3, 2)), min(numbers("b", "a")), max(numbers(Item(1), Item(3), Item(2))),
      min(numbers(1, 2), key=lambda n: -n), max(numbers(), default=7), min(numbers((2, 1), (1, 2))),
      max(numbers(big * 4, 1, big * 8)), max(numbers(float("nan"), 1.0)))
print(list(n * n for n in range(3)), tuple(n for n in "ab"), set(n % 2 for n in range(5)), sorted(n for n in (3, 1, 2)),
      sorted(numbers(Item(2), Item(1))), ", ".join(str(n) for n in range(3)), "".join(numbers()), len(set(map(Item, range(4)))),
      len(set(Item(n % 3) for n in range(6))), sorted(numbers(2, 1), reverse=True), b"-".join(numbers(b"a", b"b")))
for function in (sum, all, any, min, max, list, tuple, set, sorted, "".join):
    try:
        print(function(fails(0)))
    except KeyError as e:
        print(repr(e), end=" ")
    try:
        print(function(numbers(value=5)))
    except ValueError as e:
        print(e)
for wrong in (lambda: sum(numbers(1, "a")), lambda: max(numbers(1, "a")), lambda: set(numbers([])),
              lambda: ",".join(numbers("a", 1)), lambda: sorted(numbers(1, "a")), lambda: sum(numbers("a"), "")):
    try:
        print(wrong())
    except TypeError as e:
        print(e)
left = numbers(0, 1, 2, 3, 4)
print(any(left), next(left), all(left), list(left), list(left), sum(left))


def itself():
    yield 1
    yield sum(running)


running = itself()
try:
    print(list(running))
except ValueError as e:
    print(e)


def nested(depth):
    yield depth
    if depth:
        yield sum(nested(depth - 1))
        yield max(list(nested(depth - 1)))


print(list(nested(3)))


class Converts:
    def __init__(self, result, other=None):
        self.result, self.other = result, other

    def __bool__(self):
        return self.result

    def __int__(self):
        return self.result

    def __float__(self):
        return self.result

    def __divmod__(self, other):
        return self.result

    def __pow__(self, other):
        return self.result

    def __rdivmod__(self, other):
        return self.other

    __rpow__ = __rdivmod__


class Below(Converts):
    def __rdivmod__(self, other):
        return "below"

    __rpow__ = __rdivmod__


class Indexes:
    def __init__(self, result):
        self.result = result

    def __index__(self):
        return self.result


for convert in (bool, int, float):
    for result in (2, 2.5, 1 << 70, "a", None, *([True] if convert is not int else [])):
        try:
            print(repr(convert(Converts(result))), end=" ")
        except (TypeError, OverflowError) as e:
            print(e, end="; ")
    print()
print(int(Indexes(3)), int(Indexes(1 << 70)))
for result in ("a", 2.5):
    try:
        int(Indexes(result))
    except TypeError as e:
        print(e)
no = NotImplemented
for function in (divmod, pow):
    for a, b in ((Converts(1), 2), (Converts(no), 2), (3, Converts(1, 2)), (3, Converts(1, no)),
                 (Converts(no), Below(no)), (Converts(1), Below(1)), (Converts(no, 4), Converts(no, 5)), (Item(1), Converts(1, 6)),
                 (Below(no, 1), Converts(1, 8))):
        try:
            print(function(a, b), end=" ")
        except TypeError as e:
            print(e, end="; ")
    print()


class Raises:
    def __bool__(self):
        raise KeyError("bool")

    __int__ = __float__ = __bool__

    def __divmod__(self, other):
        raise KeyError("divmod")


for function in (bool, int, float, lambda v: divmod(v, 1)):
    try:
        function(Raises())
    except KeyError as e:
        print(repr(e), end=" ")
print()
