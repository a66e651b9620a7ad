from cachetools import FIFOCache, LFUCache, LRUCache, TTLCache, cached, cachedmethod, keys

c = LRUCache(maxsize=2)
c["a"], c["b"] = 1, 2
c["a"]
c["c"] = 3
print(sorted(c), c.currsize, LFUCache(2).maxsize)
time = [0]
t = TTLCache(maxsize=10, ttl=5, timer=lambda: time[0])
t["x"] = 1
time[0] = 6
print("x" in t, len(t))
calls = []


@cached(cache=FIFOCache(maxsize=2), key=lambda n, **k: keys.hashkey(n), info=True)
def square(n, log=None):
    calls.append(n)
    return n * n


print([square(i) for i in (1, 2, 1, 3, 1)], calls, square.cache_info())


class A:
    def __init__(self):
        self.cache = LRUCache(4)

    @cachedmethod(lambda self: self.cache)
    def get(self, n):
        return [n]


a = A()
print(a.get(1) is a.get(1), len(a.cache), c)
