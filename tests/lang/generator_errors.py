"""What generators refuse: StopIteration inside, running twice at once, sending before the start."""


def leaks():
    yield 1
    raise StopIteration("leaked")


try:
    print(list(leaks()))
except RuntimeError as e:
    print(e, "/", repr(e.__cause__))


def takes_next(it):
    while True:
        yield next(it)


try:
    for x in takes_next(iter([1, 2])):
        print(x)
except RuntimeError as e:
    print(e)


def selfish():
    yield 1
    next(me)
    yield 2


me = selfish()
next(me)
try:
    next(me)
except ValueError as e:
    print(e)


def fails_late():
    yield "fine"
    yield 1 / 0
    yield "never"


g = fails_late()
print(next(g))
try:
    next(g)
except ZeroDivisionError as e:
    print(type(e).__name__)
print(list(g))

try:
    g.throw("text")
except TypeError as e:
    print(e)


def chatty():
    try:
        x = yield 1
        print("x", x)
    except* ValueError as group:
        print("group of", len(group.exceptions))
    yield 2


g = chatty()
next(g)
print(g.throw(ExceptionGroup("several", [ValueError(1), ValueError(2)])))
