"""Exceptions thrown into generators: caught, turned into a value, passed on, before the start and after the end."""


def worker():
    done = 0
    while True:
        try:
            yield done
            done += 1
        except ValueError as e:
            print("worker caught", e)
            done = -1
        finally:
            print("round over", done)


w = worker()
print(next(w), next(w))
print(w.throw(ValueError("bad")))
print(next(w))
try:
    w.throw(KeyError("lost"))
except KeyError as e:
    print("came back", e)
try:
    next(w)
except StopIteration:
    print("worker has ended")


def silent():
    yield 1
    yield 2


s = silent()
try:
    s.throw(RuntimeError("too early"))
except RuntimeError as e:
    print(e)
print(list(s))

s = silent()
next(s)
try:
    s.throw(RuntimeError("not caught inside"))
except RuntimeError as e:
    print(e)

s = silent()
print(list(s))
try:
    s.throw(ZeroDivisionError("after the end"))
except ZeroDivisionError as e:
    print(e)


def ends():
    try:
        yield
    except Exception:
        return "ended by exception"


e = ends()
next(e)
try:
    e.throw(Exception)
except StopIteration as stop:
    print(stop.value)


def translates():
    try:
        yield "ready"
    except KeyError as key:
        raise LookupError("translated") from key


t = translates()
print(next(t))
try:
    t.throw(KeyError("k"))
except LookupError as found:
    print(repr(found), repr(found.__cause__))
