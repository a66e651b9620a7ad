import io
import sys
import threading


def boom(n):
    try:
        [][n]
    except IndexError:
        raise ValueError(f"bad {n}")


def hook(args):
    context = args.exc_value.__context__
    print(args.exc_type.__name__, args.exc_value, args.thread.name, type(context).__name__)


own = threading.excepthook
threading.excepthook = hook
t = threading.Thread(target=boom, args=(3,), name="thrower")
t.start()
t.join()
threading.excepthook = own

handled = []
ready, go = threading.Event(), threading.Event()


def handling():
    try:
        raise KeyError("inner")
    except KeyError:
        ready.set()
        go.wait()
        handled.append(repr(sys.exception()))


t = threading.Thread(target=handling)
t.start()
ready.wait()
print(sys.exception())
try:
    raise TypeError("outer")
except TypeError:
    go.set()
    t.join()
    print(repr(sys.exception()))
print(handled, sys.exception())


def leave():
    handled.append("leaving")
    sys.exit(3)


t = threading.Thread(target=leave)
t.start()
t.join()
print(handled[-1])


def generate():
    yield 1
    ready.set()
    go.wait()
    yield 2


ready.clear()
go.clear()
g = generate()
next(g)
t = threading.Thread(target=lambda: handled.append(next(g)))
t.start()
ready.wait()
try:
    next(g)
except ValueError as e:
    print(e)
go.set()
t.join()
print(handled[-1], next(g, "end"))
stderr, sys.stderr = sys.stderr, io.StringIO()
t = threading.Thread(target=boom, args=(7,), name="uncaught")
t.start()
t.join()
told, sys.stderr = sys.stderr.getvalue().splitlines(), stderr
print(told[0], told[-1])
print("end")
