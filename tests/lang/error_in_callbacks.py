"""Exceptions that leave a callback and cross the builtin that called it."""


def odd_only(x):
    if x % 2 == 0:
        raise ValueError(f"{x} is even")
    return x


def attempt(label, action):
    try:
        print(label, action())
    except (ValueError, TypeError, ZeroDivisionError, KeyError) as e:
        print(label, "failed:", type(e).__name__, e)


attempt("map", lambda: list(map(odd_only, [1, 3, 4, 5])))
attempt("filter", lambda: list(filter(odd_only, [1, 3, 5])))
attempt("sorted", lambda: sorted([3, 1, 2], key=odd_only))
attempt("min", lambda: min([5, 6], key=odd_only))
attempt("max", lambda: max([5, 7, 1], key=odd_only))
attempt("any", lambda: any(odd_only(x) > 3 for x in [1, 3, 5, 6]))
attempt("sum", lambda: sum(odd_only(x) for x in [1, 3, 6]))
attempt("dict", lambda: {x: odd_only(x) for x in [1, 2]})

numbers = [3, 1, 2]
attempt("sort", lambda: numbers.sort(key=odd_only))
print(sorted(numbers))


class Fragile:
    def __len__(self):
        return -1

    def __bool__(self):
        return "yes"

    def __iter__(self):
        return 5

    def __str__(self):
        return 7

    def __repr__(self):
        raise KeyError("no repr")

    def __index__(self):
        return 1 // 0


f = Fragile()
attempt("len", lambda: len(f))
attempt("bool", lambda: bool(f))
attempt("iter", lambda: list(f))
attempt("str", lambda: str(f))
attempt("repr", lambda: [f].__repr__())
attempt("index", lambda: [1, 2][f])
attempt("format", lambda: f"{f!r}")
it = map(odd_only, [2, 3])
attempt("next", lambda: next(it))
attempt("next", lambda: next(it))
