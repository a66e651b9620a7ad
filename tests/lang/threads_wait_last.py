"""Statements of a module that wait for threads, which end before these go on."""
import queue
import threading

results = queue.Queue()


def worker(n):
    results.put(n * 2)
    return n


threading.Thread(target=worker, args=(4,)).start()
b = results.get()
held = [b]
threading.Thread(target=worker, args=(5,)).start()
held.append(results.get())
print(b, held)
end = 1
