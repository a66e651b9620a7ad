"""A program's own tracing: sys.settrace, sys.setprofile, f_trace, f_lineno, call_tracing."""
import contextlib
import sys
import warnings

warnings.simplefilter("ignore", RuntimeWarning)
seen = []


def recorder(frame, event, arg):
    shown = arg[0].__name__ if event == "exception" else arg
    seen.append((event, frame.f_code.co_name, frame.f_lineno - frame.f_code.co_firstlineno, shown))
    return recorder


def traced(function, *args):
    seen.clear()
    sys.settrace(recorder)
    try:
        function(*args)
    except Exception as e:
        error = repr(e)
    else:
        error = None
    sys.settrace(None)
    print("----", function.__name__, error)
    for event in seen:
        print(*event)


def loop(n):
    total = 0
    for i in range(n):
        if i == 1:
            continue
        total += i
    else:
        total += 100
    while total > 100:
        total -= 50
    return total


def numbers():
    yield 1
    try:
        yield 2
    except ValueError:
        yield 3


def generators():
    g = numbers()
    next(g)
    next(g)
    g.throw(ValueError)
    list(g)
    return [x * 2 for x in numbers()]


def failing():
    try:
        try:
            1 / 0
        finally:
            x = 1
    except ZeroDivisionError as e:
        y = 2
    with contextlib.suppress(KeyError):
        {}["a"]
    len(5)


def classes():
    class C:
        z = 1

        def __init__(self):
            self.a = lambda: 3

        @property
        def p(self):
            return self.a()
    return C().p


for function, *args in (loop, 3), (generators,), (failing,), (classes,):
    traced(function, *args)

# ---- profiling
print("---- profile")


def profiler(frame, event, arg):
    shown = getattr(arg, "__name__", arg)
    if frame.f_code.co_name != "<module>":
        print(event, frame.f_code.co_name, shown)


def natives():
    items = [3, 1, 2]
    items.sort(key=lambda v: -v)
    try:
        int("x")
    except ValueError:
        pass
    sorted(items)
    return loop(1)


sys.setprofile(profiler)
natives()
list(numbers())
sys.setprofile(None)
print(sys.gettrace(), sys.getprofile())


# ---- jumps
def straight():
    x = 1
    x = 2
    x = 3
    return x


def looping():
    n = 0
    for i in range(3):
        n += i
        n += 100
    return n


def handled():
    try:
        x = 1
        int("a")
    except ValueError:
        z = 3
        z = 4
    finally:
        w = 4
    return sys.exception()


def jump(function, start, target):
    done = []

    def tracer(frame, event, arg):
        if frame.f_code is not function.__code__:
            return None
        if event == "line" and frame.f_lineno == function.__code__.co_firstlineno + start and not done:
            done.append(True)
            try:
                frame.f_lineno = function.__code__.co_firstlineno + target
            except ValueError as e:
                print("refused:", str(e).partition("line ")[2] and "outside" or e)
        return tracer
    sys.settrace(tracer)
    try:
        result = function()
    except Exception as e:
        result = repr(e)
    sys.settrace(None)
    print("jump", function.__name__, start, target, result)


for function, pairs in (straight, [(2, 4), (3, 1), (1, 9), (2, 0)]), (looping, [(4, 5), (4, 6), (3, 5), (1, 3), (3, 1)]), (
        handled, [(2, 5), (2, 8), (5, 9), (9, 2)]):
    for start, target in pairs:
        jump(function, start, target)
try:
    sys._getframe().f_lineno = 3
except ValueError as e:
    print(e)


# ---- a trace function that raises, a local one, tracing from within, lines off
def raising(frame, event, arg):
    if event == "line":
        raise KeyError("stop")
    return raising


sys.settrace(raising)
try:
    straight()
except KeyError as e:
    traceback = e.__traceback__
    while traceback:
        print(traceback.tb_frame.f_code.co_name)
        traceback = traceback.tb_next
print(sys.gettrace())


def local():
    sys._getframe().f_trace = recorder
    sys.settrace(recorder)
    x = 1
    sys.settrace(None)


seen.clear()
local()
print(seen)


def from_within(frame, event, arg):
    seen.append((event, frame.f_code.co_name))
    if event == "call" and frame.f_code is straight.__code__:
        sys.call_tracing(loop, (0,))
    return from_within


seen.clear()
sys.settrace(from_within)
straight()
sys.settrace(None)
print(seen)


def without_lines(frame, event, arg):
    frame.f_trace_lines = False
    seen.append(event)
    return without_lines


seen.clear()
sys.settrace(without_lines)
loop(2)
sys.settrace(None)
print(seen)
for name in "f_trace_lines", "f_trace_opcodes":
    try:
        setattr(sys._getframe(), name, 1)
    except TypeError as e:
        print(e)


def folded():
    yield 1
    sys.settrace(of_folded)
    sys._getframe().f_trace = of_folded
    yield 2
    yield 3
    sys.settrace(None)
    yield 4


def of_folded(frame, event, arg):
    if frame.f_code is folded.__code__:
        seen.append((event, frame.f_lineno - folded.__code__.co_firstlineno, arg))
    return of_folded


seen.clear()
print(list(folded()), seen)
seen.clear()
sys.settrace(of_folded)
total = sum(folded())
sys.settrace(None)
print(total, seen)
