class A(object, metaclass=type):
    x: int = 1
    def __init__(self):
        super().__init__()
        self.v = super().v
    def closure(self, a):
        def inner():
            nonlocal a
            a += 1
            return a, __class__
        del a
        return inner

class B[T: int, *U, **P](A):
    y = x

type Alias[T = int] = list[T]
def generic[T: (int, str)](a: T): pass
