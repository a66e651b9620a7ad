"""Cycles that are counted by gc.collect, many and few, each once."""

import gc

gc.disable()
gc.collect()

for n in 20000, 10, 9000, 9000, 9000:
    lists = list(map(list, [()] * n))
    list(map(list.append, lists, lists))
    kept = lists[0]
    del lists
    print(gc.collect(), gc.collect())
