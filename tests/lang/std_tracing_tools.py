"""The library's tools on top of tracing: trace, bdb, profile, cProfile."""
import bdb
import cProfile
import io
import profile
import pstats
import sys
import trace


def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


def work():
    total = 0
    for i in range(3):
        total += fib(i)
    return max(total, len("ab"))


tracer = trace.Trace(count=1, trace=0, countfuncs=0)
print(tracer.runfunc(work))
counts = tracer.results().counts
print(sorted((line, n) for (file, line), n in counts.items() if file == __file__))
tracer = trace.Trace(count=0, trace=0, countcallers=1)
tracer.runfunc(work)
print(sorted((a[2], b[2]) for a, b in tracer.results().callers))


class Debugger(bdb.Bdb):
    def user_call(self, frame, args):
        print("call", frame.f_code.co_name)

    def user_line(self, frame):
        name = frame.f_code.co_name
        print("line", name, frame.f_lineno - frame.f_code.co_firstlineno, self.break_here(frame))
        if name == "work":
            self.set_next(frame)
        elif name == "fib":
            self.set_return(frame)
        else:
            self.set_step()

    def user_return(self, frame, value):
        print("return", frame.f_code.co_name, value)
        self.set_continue()

    def user_exception(self, frame, exc_info):
        print("exception", exc_info[0].__name__)


debugger = Debugger()
print(debugger.set_break(__file__, 13) or "a breakpoint")
print(debugger.runcall(work))
debugger.clear_all_breaks()
debugger = Debugger()


class Quitter(bdb.Bdb):
    def user_line(self, frame):
        self.set_quit()


quitter = Quitter()
print(quitter.runcall(work))
print(sys.gettrace())

for module in profile, cProfile:
    profiler = module.Profile()
    print(profiler.runcall(work))
    stats = pstats.Stats(profiler, stream=io.StringIO())
    found = {key[2]: value[:2] for key, value in stats.stats.items() if key[0] == __file__}
    print(module.__name__, sorted(found.items()))
    natives = sorted(key[2] for key in stats.stats if key[0] == "~")
    print([name for name in natives if "len" in name or "max" in name])
    callers = {key[2]: sorted(caller[2] for caller in value[4]) for key, value in stats.stats.items()}
    print(callers["fib"])
