from jsonpath_ng import parse
from jsonpath_ng.ext import parse as xparse

data = {"store": {"book": [{"title": "a", "price": 8, "tags": ["x"]}, {"title": "b", "price": 12}], "bike": {"price": 20}}}
for e in ("$.store.book[*].title", "$..price", "store.book[0:1].title", "$.store.*", "store.book[*].`parent`.bike.price"):
    print(e, [m.value for m in parse(e).find(data)], [str(m.full_path) for m in parse(e).find(data)])
for e in ("$.store.book[?(@.price > 10)].title", "$.store.book[?price < 10 & title == 'a'].title", "$.store.book.`len`", "$..book[\\price].title", "$.store.book[0].price + $.store.bike.price"):
    print(e, [m.value for m in xparse(e).find(data)])
print(parse("$.store.bike.price").update(data, 30)["store"]["bike"])
print(repr(parse("a.b[1]|c..d")))
for bad in ("$.a[", "a..", "$$%"):
    try:
        parse(bad)
    except Exception as e:
        print(type(e).__name__, e)
