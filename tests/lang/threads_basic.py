import sys
import threading

sys.setswitchinterval(1e-6)
total = 0
lock = threading.Lock()
seen = []


def work(name, n):
    global total
    for i in range(n):
        with lock:
            before = total
            total = before + i
    seen.append(name)


threads = [threading.Thread(target=work, args=(f"t{i}", 5 + i), name=f"t{i}") for i in range(3)]
print([t.is_alive() for t in threads], threads[0].ident)
for t in threads:
    t.start()
for t in threads:
    t.join()
print(total, sorted(seen), [t.is_alive() for t in threads], threading.active_count())


class Counter(threading.Thread):
    def __init__(self, limit):
        super().__init__(name="counter", daemon=True)
        self.limit = limit
        self.found = []

    def run(self):
        me = threading.current_thread()
        self.found.append((me is self, me.name, me.daemon, me.ident == threading.get_ident()))
        self.found.append(sum(range(self.limit)))


c = Counter(10)
c.start()
c.join(5)
print(c.found, c.is_alive(), c.ident is not None)
try:
    c.start()
except RuntimeError as e:
    print(e)
try:
    threading.current_thread().join()
except RuntimeError as e:
    print(e)
try:
    threading.Thread(target=work).join()
except RuntimeError as e:
    print(e)
print(threading.main_thread().name, threading.current_thread() is threading.main_thread())
