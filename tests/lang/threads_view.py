import threading

lock = threading.Lock()
total = 0


def add(amount, ready, go):
    global total
    with lock:
        ready.set()
        go.wait()
        before = total
        total = before + amount


def wait_for(amount):
    global total
    with lock:
        total += amount


ready, go = threading.Event(), threading.Event()
first = threading.Thread(target=add, args=(5, ready, go), name="first")
second = threading.Thread(target=wait_for, args=(7,), name="second")
first.start()
ready.wait()
second.start()
names = [t.name for t in threading.enumerate()]
go.set()
first.join()
second.join()
print(total, names)
