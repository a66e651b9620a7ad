from boltons import cacheutils, dictutils, funcutils, iterutils, setutils, strutils, tbutils, timeutils, urlutils

print(iterutils.remap({"a": [1, {"b": None}]}, lambda p, k, v: v is not None), iterutils.chunked(range(5), 2))
print(iterutils.research({"a": [1, {"b": 2}]}, lambda p, k, v: v == 2), iterutils.backoff(1, 10))
d = dictutils.OMD([("a", 1), ("b", 2), ("a", 3)])
print(d.getlist("a"), d.todict(), list(d.items(multi=True)), dictutils.FrozenDict(x=1))
cache = cacheutils.LRI(max_size=2)
for k in "abc":
    cache[k] = k.upper()
print(sorted(cache), cacheutils.LRU(2, {"q": 1}).get("q"))
print(strutils.slugify("Héllo Wörld!"), strutils.camel2under("BasicParse"), strutils.bytes2human(128991), strutils.ordinalize(22))
s = setutils.IndexedSet("hello")
print(s, s[1], s | {"z"}, timeutils.decimal_relative_time.__name__)
u = urlutils.URL("http://u:p@ex.org:8080/a/../b?x=1&x=2#f")
print(u.host, u.port, u.query_params.getlist("x"), u.navigate("/c").to_text())


@funcutils.wraps(len)
def size(*a, **k):
    return len(*a, **k)


try:
    1 / 0
except ZeroDivisionError:
    print(tbutils.ExceptionInfo.from_current().exc_type, size([1]))
