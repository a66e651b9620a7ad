"""Tracing of threads: `threading.settrace` and its like are for new threads, `sys.settrace` for the running one."""
import sys
import threading

log = []


def tracer(frame, event, arg):
    if frame.f_code.co_filename == __file__:
        log.append((threading.current_thread().name, event, frame.f_code.co_name, frame.f_lineno))
    return tracer


def profiler(frame, event, arg):
    if frame.f_code.co_filename == __file__:
        log.append((threading.current_thread().name, "profile", event, frame.f_code.co_name))


def work(n):
    x = n + 1
    return x


def show(title):
    rows, log[:] = list(log), []
    print(title, *rows, sep="\n  ")


def run(name):
    t = threading.Thread(target=work, args=(1,), name=name)
    t.start()
    t.join()


threading.settrace(tracer)
print(threading.gettrace() is tracer, sys.gettrace())
run("one")
show("settrace")
threading.settrace(None)
run("two")
show("without")
threading.setprofile(profiler)
print(threading.getprofile() is profiler, sys.getprofile())
run("three")
show("setprofile")
threading.setprofile(None)


def own():
    sys.settrace(tracer)
    work(2)
    sys.settrace(None)


t = threading.Thread(target=own, name="own")
t.start()
t.join()
show("its own")
print(sys.gettrace())


def waiting(ready, go):
    ready.set()
    go.wait()
    work(3)


def late(set_for_all):
    ready, go = threading.Event(), threading.Event()
    t = threading.Thread(target=waiting, args=(ready, go), name="late")
    t.start()
    ready.wait()
    set_for_all(tracer if set_for_all is threading.settrace_all_threads else profiler)
    go.set()
    t.join()
    print(sys.gettrace() is tracer, sys.getprofile() is profiler)
    set_for_all(None)
    print(sys.gettrace(), threading.gettrace())


late(threading.settrace_all_threads)
show("all threads")
late(threading.setprofile_all_threads)
show("profile of all threads")


def main_only():
    run("untraced")
    work(5)


sys.settrace(tracer)
main_only()
sys.settrace(None)
show("main thread only")
