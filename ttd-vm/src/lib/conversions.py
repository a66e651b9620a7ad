"""What `str()`, `bool()`, `int()` and `float()` do when they have to ask a class of the program."""


def str_of(method, value):
    text = method(value)
    if not isinstance(text, str):
        raise TypeError(f"__str__ returned non-string (type {type(text).__name__})")
    return text


def bool_of(method, value):
    truth = method(value)
    if truth is not True and truth is not False:
        raise TypeError(f"__bool__ should return bool, returned {type(truth).__name__}")
    return truth


def int_of(method, value, name):
    number = method(value)
    if not isinstance(number, int):
        raise TypeError(f"{name} returned non-int (type {type(number).__name__})")
    return int.__int__(number)


def float_of(method, value):
    number = method(value)
    if not isinstance(number, float):
        raise TypeError(f"{type(value).__name__}.__float__ returned non-float (type {type(number).__name__})")
    return float.__float__(number)
