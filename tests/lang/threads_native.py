"""Threads that wait inside native code."""
import threading

lock = threading.Lock()
log = []


class Key:
    def __init__(self, value):
        self.value = value

    def __hash__(self):
        with lock:
            return hash(self.value)

    def __eq__(self, other):
        with lock:
            return self.value == other.value

    def __lt__(self, other):
        with lock:
            return self.value < other.value

    def __repr__(self):
        with lock:
            return f"Key({self.value})"


def holding(f):
    """Calls f while another thread holds the lock, and lets it go later."""
    held, going = threading.Event(), threading.Event()

    def hold():
        with lock:
            held.set()
            going.wait()

    t = threading.Thread(target=hold)
    t.start()
    held.wait()
    timer = threading.Timer(0.002, going.set)
    timer.start()
    result = f()
    t.join()
    timer.join()
    return result


table = {Key(1): "one"}
print(holding(lambda: table[Key(1)]))
print(holding(lambda: sorted([Key(2), Key(1)])))
print(holding(lambda: [Key(1)].index(Key(1))))
print(holding(lambda: repr([Key(3), (Key(4),)])))


def in_thread():
    log.append(holding(lambda: Key(5) in [Key(4), Key(5)]))


t = threading.Thread(target=in_thread)
t.start()
t.join()
print(log)
