"""The end of an iteration as the consumer sees it: which ways of consuming get an exception event, and which do not."""


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if not self.n:
            raise StopIteration
        self.n -= 1
        return self.n


class ByIndex:
    def __getitem__(self, i):
        return "ab"[i]


def plain():
    yield 1


def with_value():
    yield 1
    return 2


def for_loops():
    for x in plain(): pass
    for x in with_value(): pass
    for x in Countdown(1): pass
    for x in ByIndex(): pass
    for x in iter([1]): pass


def delegating():
    yield from plain()
    yield from with_value()
    yield from Countdown(1)
    yield from [1]
    return (yield from with_value())


def comprehensions():
    a = [x for x in Countdown(1)]
    b = {x for x in with_value()}
    c = {x: 1 for x in plain()}
    return a, b, c


def consuming():
    list(Countdown(1))
    list(with_value())
    a, = Countdown(1)
    b, *c = with_value()
    [*Countdown(1)]
    5 in Countdown(2)
    sum(with_value())
    "".join(str(x) for x in Countdown(2))
    next(with_value())
    next(Countdown(0), None)
    list(zip(Countdown(2), plain()))
    dict(enumerate(with_value()))
    max(Countdown(3))
    print(*Countdown(2))


def by_hand():
    g = with_value()
    try:
        while True:
            next(g)
    except StopIteration as stop:
        return stop.value


for repeated in range(2):
    for_loops()
    print(list(delegating()), comprehensions(), by_hand())
    consuming()
