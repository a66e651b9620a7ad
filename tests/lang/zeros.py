"""The float zero, whose bits are all zero, where nothing was before: arguments, variables and temporaries of frames that lie
deeper than any before them."""


def deeper(n, x, y=0.0, *rest, z=0.0):
    if n:
        return deeper(n - 1, y, x, 0.0, z=x)
    return x, y, rest, z


def given(a, b, c):
    d = 0.0
    e = a
    del a
    f = (b, d, e)
    return f + (c,)


def zeros(n):
    nothing = 0.0
    for _ in range(n):
        yield nothing
        nothing = -nothing


class Zero:
    def __init__(self, value=0.0):
        self.value = value

    def __add__(self, other, unused=0.0):
        return Zero(self.value + other)


def main():
    for depth in range(0, 12, 3):
        print(deeper(depth, 0.0), deeper(depth, 0.0, 1.0))
    print(given(0.0, 0.0, 0.0), given(1, 0.0, -0.0))
    print(list(zeros(3)), sum(zeros(2), 0.0))
    print((Zero() + 0.0).value, [(lambda x, y=0.0: (x, y))(0.0) for _ in range(2)])
    print(max([0.0, -0.0], key=lambda x, zero=0.0: x + zero))


main()
