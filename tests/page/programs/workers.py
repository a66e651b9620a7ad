"""Three threads that share a lock."""

import threading

lock = threading.Lock()
done = []


def work(name, rounds):
    for n in range(rounds):
        with lock:
            done.append((name, n))


threads = [threading.Thread(target=work, args=(name, 3), name=name) for name in ("red", "green", "blue")]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(done))
