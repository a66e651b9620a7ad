"""Double-checked locking: who finds the object without the lock may find it half made.

Wrong: `get` assigns the object before `load` has filled it.
"""
import threading

lock = threading.Lock()
config = None


class Config:
    def __init__(self):
        self.values = {}

    def load(self):
        self.values["port"] = 80


def get():
    global config
    if config is None:
        with lock:
            if config is None:
                config = Config()
                config.load()
    return config


def use():
    assert get().values["port"] == 80


threads = [threading.Thread(target=use) for _ in range(3)]
for t in threads:
    t.start()
for t in threads:
    t.join()
