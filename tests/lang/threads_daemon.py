import _thread
import atexit
import threading
import time

started = threading.Event()


def forever():
    started.set()
    while True:
        time.sleep(0.001)


d = threading.Thread(target=forever, daemon=True)
d.start()
started.wait()
d.join(0.002)
print(d.is_alive(), d.daemon)


def last():
    # Whatever the clock says, the main thread ends first.
    threading.main_thread().join()
    time.sleep(0.003)
    print("the last thread ends")


atexit.register(print, "exit function")
threading.Thread(target=last).start()
done = _thread.allocate_lock()
done.acquire()
ident = _thread.start_new_thread(lambda a, b=0: (print("raw", a, b), done.release()), (1,), {"b": 2})
print(done.acquire(timeout=5), isinstance(ident, int))
for bad in (lambda: _thread.start_new_thread(1, ()), lambda: _thread.start_new_thread(print, [])):
    try:
        bad()
    except TypeError as e:
        print(e)
print("main ends")
