"""nonlocal without a binding."""


def f():
    nonlocal missing
    missing = 1
