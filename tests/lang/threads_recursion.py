"""Deep stacks, generators and frames in threads that exchange their turns."""
import sys
import threading

sys.setswitchinterval(2e-6)
results = {}


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def walk(tree):
    if tree:
        left, value, right = tree
        yield from walk(left)
        yield value
        yield from walk(right)


def build(values):
    if not values:
        return None
    middle = len(values) // 2
    return build(values[:middle]), values[middle], build(values[middle + 1:])


def work(name, n):
    try:
        results[name] = fib(n), list(walk(build(list(range(n)))))
    finally:
        results[name] += (sys._getframe().f_code.co_name, sorted(locals()))


threads = [threading.Thread(target=work, args=(f"w{n}", n)) for n in (5, 6)]
for t in threads:
    t.start()
for t in threads:
    t.join()
for name in sorted(results):
    print(name, results[name])


def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)


def limit():
    try:
        deep(100000)
    except RecursionError as e:
        results["limit"] = str(e)[:32]
    results["deep"] = deep(50)


t = threading.Thread(target=limit)
sys.setrecursionlimit(150)
t.start()
t.join()
print(results["limit"], results["deep"])
ready, go = threading.Event(), threading.Event()


def inner(secret):
    ready.set()
    go.wait()


def outer():
    inner("hidden")


t = threading.Thread(target=outer)
t.start()
ready.wait()
frame = sys._current_frames()[t.ident]
names = []
while frame:
    if frame.f_code.co_filename == __file__:
        names.append((frame.f_code.co_name, dict(frame.f_locals), frame.f_lineno))
    frame = frame.f_back
print(names)
print(threading.get_ident() in sys._current_frames())
go.set()
t.join()
