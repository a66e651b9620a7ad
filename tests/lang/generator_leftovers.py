# A suspended generator holds its variables, but not what it yielded.
import gc
import weakref


class Thing:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


def yields_new():
    yield Thing("first")
    kept = Thing("kept")
    yield kept
    yield Thing("last")


g = yields_new()
refs = []
for _ in range(3):
    refs.append(weakref.ref(next(g)))
    gc.collect()
    print([r() for r in refs])
del g
gc.collect()
print([r() for r in refs])
