"""Helper of import_sibling: says what `import *` takes."""
__all__ = ["visible", "Also"]
visible = 1
invisible = 2


class Also:
    pass


def __getattr__(name):
    print("asked for", name)
    if name == "computed":
        return 42
    raise AttributeError(name)
