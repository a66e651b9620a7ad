"""throw() and close() through several generators that delegate: who is on the stack, who is entered, who is not."""
import sys


def leaf(name):
    while True:
        try:
            yield name + " waits"
        except ValueError as e:
            print(name, "caught", e, repr(e.__context__))
            yield name + " goes on"
        except KeyError:
            return name + " returned"
        except IndexError:
            return
        except TypeError as e:
            raise OSError("instead") from e
        except GeneratorExit:
            print(name, "closes")
            raise


def level(depth, name):
    if depth == 0:
        result = yield from leaf(name)
    else:
        result = yield from level(depth - 1, name)
    print(name, depth, "got", result)
    yield f"{name} {depth} alone"
    return depth


# None of them is abandoned: that would be closed at another time than in CPython.
kept = []


def started(name, depth=2):
    g = level(depth, name)
    print(next(g))
    kept.append(g)
    return g


# The innermost one yields: nobody else notices.
g = started("a")
print(g.throw(ValueError("one")))
print(next(g))
print(g.throw(ValueError))
print(g.send(None))

# It returns, with a value and without: each level goes on.
print(g.throw(KeyError))
print(next(g))
print(list(g))
g = started("b")
print(g.throw(IndexError))

# It raises the exception, or another.
for error in ZeroDivisionError("through"), TypeError("changed"):
    g = started("c")
    try:
        g.throw(error)
    except (ZeroDivisionError, OSError) as e:
        print(repr(e), repr(e.__cause__), repr(e.__context__))
    print(list(g))

# close(), and throw() with what close() throws.
g = started("d")
print(g.close(), list(g))
g = started("e")
try:
    g.throw(GeneratorExit)
except GeneratorExit as e:
    print("out", repr(e))


# What is handled where: the delegating generators' exceptions are theirs alone.
def handling():
    try:
        raise LookupError("handled by the one who delegates")
    except LookupError:
        yield from leaf("f")


def caller():
    g = handling()
    next(g)
    try:
        raise AttributeError("handled by the caller")
    except AttributeError:
        print(g.throw(ValueError("three")))
        print(repr(sys.exception()))
        next(g)
        try:
            g.throw(ArithmeticError("four"))
        except ArithmeticError as e:
            print(repr(e), repr(e.__context__))


caller()


# Inner generators that refuse.
class Stubborn(Exception):
    pass


def refuses():
    try:
        yield "first"
    except GeneratorExit:
        yield "no"


def delegates(to):
    try:
        yield from to
    except RuntimeError as e:
        print("delegate:", e)
        raise Stubborn from e
    finally:
        print("delegates: finally")


g = delegates(refuses())
next(g)
try:
    g.close()
except Stubborn as e:
    print("stubborn", repr(e.__cause__))


def reenters():
    try:
        yield "first"
    except ValueError as e:
        for again in around.send, around.throw:
            try:
                again(e)
            except ValueError as refused:
                print(refused)
        try:
            around.close()
        except ValueError as refused:
            print(refused)
        print(around.gi_running, around.gi_suspended, around.gi_yieldfrom)
        yield "still here"


around = delegates(reenters())
next(around)
print(around.throw(ValueError("re-enter")))
print(around.gi_running, around.gi_suspended, around.gi_yieldfrom is not None)
around.close()

# One that is over, or is running, when something is thrown through it.
shared = leaf("g")
g = delegates(shared)
next(g)
try:
    shared.throw(KeyError)
except StopIteration as e:
    print(e.value)
try:
    g.throw(ArithmeticError("into one that is over"))
except ArithmeticError as e:
    print(repr(e))


def runs():
    yield "first"
    try:
        outside.throw(ArithmeticError("never arrives"))
    except ValueError as e:
        print("outside:", e)
    yield "last"


shared = runs()
outside = delegates(shared)
next(outside)
print(next(shared))

# What is no exception is refused where it would be raised.
def waits():
    yield "first"


g = delegates(waits())
next(g)
try:
    g.throw(42)
except TypeError as e:
    print(e)
print(list(g))
