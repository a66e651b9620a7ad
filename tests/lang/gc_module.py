"""The module gc."""
import gc

print(gc.isenabled())
gc.disable()
print(gc.isenabled())
gc.enable()
print(gc.isenabled(), gc.get_debug(), len(gc.get_count()), len(gc.get_stats()), gc.callbacks, gc.garbage)
gc.set_threshold(500, 5, 7)
print(gc.get_threshold()[:2])
for bad in [5, -1]:
    try:
        gc.collect(bad)
    except ValueError as e:
        print(e)
print(type(gc.collect()).__name__, gc.is_tracked(5), gc.is_tracked([]), gc.is_tracked("s"), gc.get_freeze_count())
gc.freeze()
gc.unfreeze()


class Node:
    pass


for i in range(5):
    n = Node()
    n.self = n
n = None
gc.collect()
print("done")
