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


class KeyWrapper:
    """What `cmp_to_key` makes: called with an object, it gives what is compared by the function."""

    __slots__ = ("_cmp", "obj")

    def __init__(self, cmp):
        self._cmp = cmp

    def __call__(self, obj):
        made = KeyWrapper(self._cmp)
        made.obj = obj
        return made

    def __lt__(self, other):
        if type(other) is not KeyWrapper:
            raise TypeError("other argument must be K instance")
        return self._cmp(self.obj, other.obj) < 0

    def __le__(self, other):
        if type(other) is not KeyWrapper:
            raise TypeError("other argument must be K instance")
        return self._cmp(self.obj, other.obj) <= 0

    def __eq__(self, other):
        if type(other) is not KeyWrapper:
            raise TypeError("other argument must be K instance")
        return self._cmp(self.obj, other.obj) == 0

    def __ne__(self, other):
        if type(other) is not KeyWrapper:
            raise TypeError("other argument must be K instance")
        return self._cmp(self.obj, other.obj) != 0

    def __gt__(self, other):
        if type(other) is not KeyWrapper:
            raise TypeError("other argument must be K instance")
        return self._cmp(self.obj, other.obj) > 0

    def __ge__(self, other):
        if type(other) is not KeyWrapper:
            raise TypeError("other argument must be K instance")
        return self._cmp(self.obj, other.obj) >= 0

    __hash__ = None


KeyWrapper.__module__ = "functools"
