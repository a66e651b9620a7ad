"""Ends with an exception raised in a module that is imported inside a function."""


def load():
    print("loading")
    import lib_raises
    return lib_raises


load()
