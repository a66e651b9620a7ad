"""The parts of `_functools` that run Python code."""

import _ttd_functools as _fn


def reduce_(function, iterable, total):
    refused = False
    try:
        it = iter(iterable)
    except TypeError:
        refused = True
    if refused:
        raise TypeError("reduce() arg 2 must support iteration")
    if total is END:
        total = next(it, END)
        if total is END:
            raise TypeError("reduce() of empty iterable with no initial value")
    while (x := next(it, END)) is not END:
        total = function(total, x)
    return total


def lru_miss(function, wrapper, key, hash, args):
    return _fn.store(wrapper, key, hash, function(*args))


def lru_miss_keywords(function, wrapper, key, hash, args, kwargs):
    return _fn.store(wrapper, key, hash, function(*args, **kwargs))


# Comparisons of the keys that `cmp_to_key` makes.

def key_lt(cmp, x, y):
    return cmp(x, y) < 0


def key_le(cmp, x, y):
    return cmp(x, y) <= 0


def key_eq(cmp, x, y):
    return cmp(x, y) == 0


def key_ne(cmp, x, y):
    return cmp(x, y) != 0


def key_gt(cmp, x, y):
    return cmp(x, y) > 0


def key_ge(cmp, x, y):
    return cmp(x, y) >= 0
