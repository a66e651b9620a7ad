"""`str()`, `bool()`, `int()` and `float()` of instances whose classes define the conversion."""


def str_of(method, value):
    text = method(value)
    if not isinstance(text, str):
        raise TypeError(f"__str__ returned non-string (type {type(text).__name__})")
    return text


def bool_of(method, value):
    return bool_from(method(value))


def bool_from(truth):
    if truth is not True and truth is not False:
        raise TypeError(f"__bool__ should return bool, returned {type(truth).__name__}")
    return truth


def subclass_is_deprecated(what, number, wanted):
    from _warnings import warn
    warn(f"{what} (type {type(number).__name__}).  The ability to return an instance of a strict subclass of "
         f"{wanted.__name__} is deprecated, and may be removed in a future version of Python.",
         DeprecationWarning, 1)


def int_of(method, value, name):
    return int_from(method(value), name)


def int_from(number, name):
    if not isinstance(number, int):
        raise TypeError(f"{name} returned non-int (type {type(number).__name__})")
    if type(number) is not int:
        subclass_is_deprecated(f"{name} returned non-int", number, int)
    return int.__int__(number)


def float_of(method, value):
    return float_from(value, method(value))


def float_from(value, number):
    if not isinstance(number, float):
        raise TypeError(f"{type(value).__name__}.__float__ returned non-float (type {type(number).__name__})")
    if type(number) is not float:
        subclass_is_deprecated(f"{type(value).__name__}.__float__ returned non-float", number, float)
    return float.__float__(number)
