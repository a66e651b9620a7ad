"""Classes for `pickle_from_files`."""


class Slots:
    __slots__ = ("a", "b")

    def __init__(self, a, b):
        self.a, self.b = a, b


class Both(Slots):
    __slots__ = ("c", "__dict__")


class Checked:
    __slots__ = ("a",)

    def __setattr__(self, name, value):
        print("set", name, value)
        object.__setattr__(self, name, value)


class Plain:
    def __init__(self, **given):
        self.__dict__.update(given)


class State(Plain):
    def __getstate__(self):
        return {"kept": 1}


class Args(Plain):
    def __getnewargs__(self):
        return ()


class Reduced(Plain):
    def __reduce__(self):
        return Plain, ()


class Looking(Plain):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return name
