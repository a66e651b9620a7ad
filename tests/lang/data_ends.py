"""Dicts and `OrderedDict`s from which the first and the last entries are taken, with what that leaves inside them."""
from collections import OrderedDict


def ends_of_dicts(kind):
    found = kind()
    for i in range(40):
        found[i] = i
    for i in (3, 7, 20, 39, 38, 0):
        del found[i]
    log = []
    for i in range(45):
        log.append(found.popitem()[0])
        found[100 + i] = i
        if i % 5 == 0:
            log.append(found.popitem()[0])
        if i % 7 == 0:
            del found[next(iter(found))]
    print(kind.__name__, log, list(found), len(found))
    while found:
        log.append(found.popitem()[1])
    found["a"] = 1
    found[5] = 2
    print(sum(x for x in log if isinstance(x, int)), found, list(reversed(found)), found.popitem())


def least_recently_used():
    cache = OrderedDict()
    log = []
    for i in range(80):
        key = i * 7 % 50
        if key in cache:
            cache.move_to_end(key)
        else:
            cache[key] = i
        if len(cache) > 20:
            log.append(cache.popitem(last=False)[0])
    print(log[-20:], list(cache)[:5])
    cache.move_to_end(next(reversed(cache)), last=False)
    for _ in range(3):
        log.append(cache.popitem(last=False)[0])
    print(log[-3:], len(cache), cache.popitem())
    while cache:
        cache.popitem(last=False)
    cache["x"] = 1
    print(cache, cache.popitem(False))


ends_of_dicts(dict)
ends_of_dicts(OrderedDict)
least_recently_used()
