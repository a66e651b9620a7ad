"""Attributes of staticmethod and classmethod objects: their function's until they are set."""


class A:
    @classmethod
    def f(cls):
        "doc"

    @staticmethod
    def g():
        "gdoc"


def attempt(what):
    try:
        print(what())
    except Exception as e:
        print(type(e).__name__, e)


for n in "fg":
    m = A.__dict__[n]
    print(m.__module__, m.__name__, m.__qualname__, m.__doc__, m.__wrapped__ is m.__func__)
    m.__module__, m.__doc__, m.other, m.__name__ = "x", "new", 3, "nn"
    m.__qualname__ = "q"
    print(m.__module__, m.__doc__, m.other, m.__name__, m.__qualname__, m.__func__.__module__, m.__func__.__name__)
    print("other" in m.__dict__, m.__dict__["__module__"])
    del m.other
    attempt(lambda: m.other)
    attempt(lambda: setattr(m, "__func__", 1))
    attempt(lambda: setattr(m, "__isabstractmethod__", True))
    attempt(lambda: delattr(m, "missing"))
    m.__dict__["z"] = 1
    print(m.z, getattr(A, n)())
