"""Many objects with finalisers, and generators with `finally`: all of them are finalised once."""
import gc

count = 0


class Counted:
    def __init__(self, other=None):
        self.other = other

    def __del__(self):
        global count
        count += 1


def chain(n):
    last = None
    for _ in range(n):
        last = Counted(last)


def gen():
    global count
    try:
        yield 1
    finally:
        count += 1


for _ in range(20):
    Counted()
chain(20)
for _ in range(20):
    next(gen())
gc.collect()
print(count)
