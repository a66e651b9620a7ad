"""Tracebacks hold frames, which hold what their variables were."""
import sys


def fails(n):
    local = n * 2
    if n == 0:
        raise ValueError("bottom")
    fails(n - 1)


def names(tb):
    found = []
    while tb is not None:
        found.append((tb.tb_frame.f_code.co_name, tb.tb_lineno, tb.tb_frame.f_locals.get("local")))
        tb = tb.tb_next
    return found


try:
    fails(2)
except ValueError as e:
    kept = e
    print(sys.exception() is e, sys.exc_info()[1] is e)
print(names(kept.__traceback__), sys.exception())
tb = kept.__traceback__
last = tb.tb_next.tb_next.tb_next
print(last.tb_frame.f_back is tb.tb_next.tb_next.tb_frame, last.tb_frame.f_back.f_back.f_back is tb.tb_frame)

tb.tb_next = last
print(names(tb))
for bad in [tb, 5]:
    try:
        last.tb_next = bad
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
tb.tb_next = None
print(names(tb))

Traceback = type(tb)
made = Traceback(tb, last.tb_frame, last.tb_lasti, 123)
print(names(made))
for args in [(1, tb.tb_frame, 0, 1), (None, 5, 0, 1)]:
    try:
        Traceback(*args)
    except TypeError as e:
        print(e)
try:
    raise KeyError("with") .with_traceback(made)
except KeyError as e:
    print(names(e.__traceback__))


def generator():
    inside = "kept"
    yield 1
    raise IndexError("in generator")


def consume():
    g = generator()
    for x in g:
        pass


try:
    consume()
except IndexError as e:
    tb = e.__traceback__.tb_next.tb_next
    print(tb.tb_frame.f_code.co_name, tb.tb_frame.f_locals, tb.tb_frame.f_back.f_code.co_name)


def handles(n):
    try:
        1 / n
    except ZeroDivisionError as e:
        frame = e.__traceback__.tb_frame
        print(frame is sys._getframe(), frame.f_locals["n"], frame.f_lineno - frame.f_code.co_firstlineno)
        n = "later"
        print(frame.f_locals["n"])


handles(0)


def loop():
    frames = set()
    for i in range(3):
        try:
            int("x")
        except ValueError as e:
            frames.add(e.__traceback__.tb_frame)
    print(len(frames))


loop()


def recursive(n):
    if n:
        return recursive(n - 1)
    frame = sys._getframe()
    depth = 0
    while frame.f_code.co_name == "recursive":
        depth += 1
        frame = frame.f_back
    return depth


print(recursive(5), recursive(0))
raise kept.with_traceback(None)
