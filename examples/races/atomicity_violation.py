"""Atomicity violation: two operations are each protected by the lock, but not both together.

Wrong: `read` asks for the key and fetches the value in two steps, and `evict` removes it in between.
"""
import threading


class Cache:
    def __init__(self):
        self.lock = threading.Lock()
        self.values = {}

    def has(self, key):
        with self.lock:
            return key in self.values

    def get(self, key):
        with self.lock:
            return self.values[key]

    def evict(self, key):
        with self.lock:
            self.values.pop(key, None)


cache = Cache()
cache.values["page"] = "<html>"


def read():
    if cache.has("page"):
        cache.get("page")


threads = [threading.Thread(target=read), threading.Thread(target=cache.evict, args=("page",))]
for t in threads:
    t.start()
for t in threads:
    t.join()
