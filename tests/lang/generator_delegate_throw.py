"""throw() and close() on a generator that delegates: the innermost one gets it first."""


def inner():
    while True:
        try:
            yield "inner"
        except ValueError as e:
            print("inner caught", e)
            yield "recovered"
        except KeyError:
            return "inner gave up"
        finally:
            print("inner finally")


def middle():
    result = yield from inner()
    print("middle got", result)
    yield "middle alone"


def outer():
    try:
        yield from middle()
    except IndexError as e:
        print("outer caught", e)
        yield "outer alone"
    finally:
        print("outer finally")


g = outer()
print(next(g))
print(g.throw(ValueError("one")))
print(next(g))
print(g.throw(KeyError("two")))
print(g.throw(IndexError("three")))
print(next(g, "end"))

g = outer()
next(g)
g.close()
print("closed")

g = outer()
next(g)
try:
    g.throw(ZeroDivisionError("through all"))
except ZeroDivisionError as e:
    print("arrived", e)


def over_list():
    try:
        yield from [1, 2, 3]
    except ValueError:
        yield "a list has no throw()"


g = over_list()
print(next(g), g.throw(ValueError), list(g))
