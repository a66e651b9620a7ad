"""A parameter without default after one with a default."""


def f(a=1, b):
    return a + b
