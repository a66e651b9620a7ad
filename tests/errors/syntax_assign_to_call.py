"""An assignment to what cannot be assigned to."""


def f():
    return 1


f() = 2
