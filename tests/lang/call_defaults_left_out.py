"""Calls of every shape that leave default values out."""


def three(a, b=2, c=3):
    return a, b, c


def keyword(a, b=2, *, k=4):
    return a, b, k


def generated(a, b=3):
    yield a
    yield b


class Thing:
    def __init__(self, a, b=2):
        self.held = a, b

    def method(self, x=1, y=2):
        return x, y

    def __call__(self, q=7):
        return q

    @classmethod
    def of(cls, a=5):
        return cls(a).held

    @staticmethod
    def alone(a, b=6):
        return a, b


thing = Thing(1)
print(three(1), three(1, 5), three(1, c=9), keyword(1), keyword(1, k=0), thing.held, Thing(3, 4).held)
print(thing.method(), thing.method(5), thing.method(y=8), thing(), thing(1), Thing.of(), Thing.alone(1))
print(list(map(three, (1, 2))), sorted([3, 1, 2], key=lambda v, sign=-1: v * sign), list(generated(1)))
bound = thing.method
print(bound(), bound(4), (lambda a, b=a if (a := 9) else 0: (a, b))(1))
for defaults in (8,), (7, 8, 9), (1, 2, 3, 4), (), None:
    three.__defaults__ = defaults
    for given in (), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4):
        try:
            print(defaults, three(*given), end=" ")
            print(three(given) if len(given) == 1 else "")
        except TypeError as e:
            print(defaults, e)
try:
    three(1)
except TypeError as e:
    print(e)


def down(n, seen=()):
    return len(seen) if n == 0 else down(n - 1, (*seen, n))


def fails(a, b=0):
    return a / b


print(down(5), [down(n) for n in range(3)])
try:
    fails(1)
except ZeroDivisionError as e:
    print(e, e.__traceback__.tb_next.tb_frame.f_locals)
try:
    raise ValueError
except ValueError:
    print(keyword(3), thing.method(3), Thing(2).held)
