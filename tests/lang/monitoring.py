"""sys.monitoring: tools, events, local events, DISABLE."""
import sys

monitoring = sys.monitoring
events = monitoring.events
log = []


def shown(name, value):
    if isinstance(value, BaseException):
        return type(value).__name__
    if value is monitoring.MISSING:
        return "MISSING"
    if isinstance(value, int) and name != "LINE":
        return "n"
    return getattr(value, "co_name", getattr(value, "__name__", value))


def callback(name):
    def call(*args):
        if args[0].co_name != "<module>":
            log.append((name, *(shown(name, arg) for arg in args)))
    return call


monitoring.use_tool_id(3, "test")
names = ("PY_START PY_RESUME PY_RETURN PY_YIELD CALL C_RETURN C_RAISE LINE RAISE EXCEPTION_HANDLED PY_UNWIND PY_THROW "
         "RERAISE STOP_ITERATION").split()
everything = 0
for name in names:
    monitoring.register_callback(3, getattr(events, name), callback(name))
    everything |= getattr(events, name)


def f(x):
    return len(x)


def g():
    yield 1
    yield 2


def h():
    try:
        f(3)
    except TypeError:
        pass
    return f("abc")


def k():
    for i in g():
        pass
    it = g()
    next(it)
    try:
        it.throw(ValueError)
    except ValueError:
        pass
    [1].append(2)


monitoring.set_events(3, everything)
h()
k()
monitoring.set_events(3, 0)
for entry in log:
    print(*entry)

log.clear()
monitoring.set_local_events(3, f.__code__, events.LINE | events.PY_START)
h()
print(monitoring.get_local_events(3, f.__code__) == events.LINE | events.PY_START, monitoring.get_events(3))
monitoring.set_local_events(3, f.__code__, 0)
print(log)

log.clear()


def once(code, line):
    log.append(line)
    return monitoring.DISABLE


monitoring.register_callback(3, events.LINE, once)
monitoring.set_events(3, events.LINE)
for i in range(3):
    h()
monitoring.restart_events()
h()
monitoring.set_events(3, 0)
print(log)

def line_at(code, offset):
    return next(line for start, end, line in code.co_lines() if start <= offset < end) - code.co_firstlineno


def loops(n):
    for i in range(n):
        if i:
            x = 1
        else:
            x = 2
    return x


ways = []
for kind in ("JUMP", "BRANCH"):
    monitoring.register_callback(3, getattr(events, kind), lambda code, start, end, kind=kind: ways.append(
        (kind, line_at(code, start), line_at(code, end))) if code is loops.__code__ else monitoring.DISABLE)
monitoring.set_events(3, events.JUMP | events.BRANCH)
loops(2)
monitoring.set_events(3, 0)
print(*ways, sep="\n")

instructions = [0]


def count(code, offset):
    instructions[0] += code is f.__code__


monitoring.register_callback(3, events.INSTRUCTION, count)
monitoring.set_events(3, events.INSTRUCTION)
f("a")
monitoring.set_events(3, 0)
print(instructions[0] > 1)


def raising(code, offset):
    raise KeyError("from a callback")


monitoring.register_callback(3, events.PY_START, raising)
monitoring.set_events(3, events.PY_START)
try:
    f("a")
except KeyError as e:
    monitoring.set_events(3, 0)
    print(repr(e))

for wrong in (
        lambda: monitoring.set_events(3, -1), lambda: monitoring.set_events(4, 1),
        lambda: monitoring.use_tool_id(9, "x"), lambda: monitoring.use_tool_id(3, "x"),
        lambda: monitoring.register_callback(3, 3, None), lambda: monitoring.set_events(3, events.C_RETURN),
        lambda: monitoring.set_local_events(3, f.__code__, events.RAISE), lambda: monitoring.set_local_events(3, 1, 1),
        lambda: monitoring.use_tool_id("a", "x")):
    try:
        wrong()
    except (TypeError, ValueError) as e:
        print(type(e).__name__, str(e).replace("0x400", "0x800"))
print(monitoring.get_tool(3), monitoring.get_tool(2))
monitoring.free_tool_id(3)
print(monitoring.get_tool(3))
