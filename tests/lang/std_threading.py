import queue
import threading
import signal
import sched
import time


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except BaseException as e:
        print(type(e).__name__, e)


lock = threading.Lock()
print(lock.acquire(), lock.locked(), lock.acquire(False), lock.acquire(timeout=0.001), lock.release(), lock.locked())
show(lock.release)
show(lock.acquire, False, 1)
with lock:
    print(lock.locked())
r = threading.RLock()
with r:
    with r:
        print(r.acquire(), r.release())
show(r.release)
event = threading.Event()
print(event.is_set(), event.wait(0.001), event.set(), event.wait(), event.clear())
cond = threading.Condition()
with cond:
    print(cond.wait(0.001), cond.notify(), cond.notify_all(), cond.wait_for(lambda: 5))
show(cond.notify)
sem = threading.Semaphore(2)
print(sem.acquire(), sem.acquire(), sem.acquire(blocking=False), sem.release(2))
b = threading.BoundedSemaphore(1)
show(b.release)
local = threading.local()
local.x = 5
print(local.x, local.__dict__)
print(hasattr(local, "y"))
print(threading.current_thread().name, threading.main_thread() is threading.current_thread(), threading.active_count(), [t.name for t in threading.enumerate()])
t = threading.Thread(target=print, args=(1,), name="worker")
print(t.name, t.is_alive(), t.daemon)
q = queue.Queue(maxsize=2)
q.put(1)
q.put_nowait(2)
print(q.full(), q.qsize(), q.get(), q.get_nowait(), q.empty())
show(q.get_nowait)
show(q.get, timeout=0.001)
q.put("x")
q.task_done()
p = queue.PriorityQueue()
for n in (3, 1, 2):
    p.put(n)
print([p.get() for _ in range(3)])
l = queue.LifoQueue()
l.put(1)
l.put(2)
print(l.get(), l.get())
s = queue.SimpleQueue()
s.put("a")
print(s.get(), s.empty(), s.qsize())
show(s.get_nowait)


def handler(number, frame):
    print("handler", signal.Signals(number).name)


print(signal.getsignal(signal.SIGUSR1), signal.signal(signal.SIGUSR1, handler))
signal.raise_signal(signal.SIGUSR1)
print(signal.getsignal(signal.SIGUSR1) is handler, signal.SIGINT, signal.strsignal(2), signal.default_int_handler is signal.getsignal(signal.SIGINT))
show(signal.raise_signal, signal.SIGINT)
show(signal.signal, 1000, handler)
show(signal.signal, signal.SIGUSR1, "x")
show(signal.signal, signal.SIGKILL, handler)
signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.01)
time.sleep(0.05)
print(signal.alarm(100) , signal.alarm(0) > 90)
scheduler = sched.scheduler(time.monotonic, time.sleep)
scheduler.enter(0.2, 1, print, ("second",))
scheduler.enter(0.001, 1, print, ("first",), {"end": "!\n"})
scheduler.run()
print(scheduler.empty())
