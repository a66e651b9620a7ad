import _operator as operator
from _operator import *


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


for name in "add and_ floordiv lshift mod mul or_ pow rshift sub truediv xor iadd iand ifloordiv ilshift imod imul ior ipow irshift isub itruediv ixor lt le eq ne gt ge is_ is_not".split():
    f = getattr(operator, name)
    print(name, f(13, 2), f(7, 7))
    show(f, "a", 2)
    show(f, [1], [1])
for f in (not_, truth, neg, pos, abs, index):
    print(f, f(5), f(True))
    show(f, "x")
    show(f, 2.5)
print(inv(5), invert(-3), inv)
show(matmul, 1, 2)
show(imatmul, 1, 2)
show(concat, [1], [2])
show(concat, 1, 2)
show(concat, "a", 3)
show(iconcat, [1], (2,))
show(iconcat, 5, [1])
show(contains, [1, 2], 2)
show(contains, 5, 2)
show(countOf, [1, 2, 1.0, True], 1)
show(countOf, 5, 1)
show(indexOf, "abc", "c")
show(indexOf, [1], 5)
show(getitem, {"a": 1}, "a")
show(getitem, [1], 4)
show(getitem, 4, 1)
d = [1, 2, 3]
setitem(d, 0, "x")
delitem(d, 1)
print(d)
show(setitem, (1,), 0, 1)
show(delitem, 3, 1)
show(length_hint, [1, 2])
show(length_hint, iter([1, 2]), 7)
show(length_hint, 5, 7)
show(length_hint, 5, "a")
show(call, max, 1, 3)
show(call, int, "12", base=3)
show(call)
show(operator._compare_digest, "ab", "ab")
show(operator._compare_digest, b"ab", b"ac")
show(operator._compare_digest, "a", b"a")
show(operator._compare_digest, "é", "é")
show(add, 1)
show(add, 1, 2, 3)
show(add, a=1, b=2)
show(not_)
a = [1]
print(iadd(a, [2]) is a, imul(a, 2) is a, a, ior({1: 2}, {3: 4}))


class V:
    def __init__(self, n):
        self.n = n

    def __add__(self, other):
        return V(self.n + other.n)

    def __iadd__(self, other):
        self.n += other.n
        return self

    def __radd__(self, other):
        return ("radd", other)

    def __lt__(self, other):
        return self.n < other.n

    def __eq__(self, other):
        return isinstance(other, V) and self.n == other.n

    def __bool__(self):
        return self.n > 0

    def __neg__(self):
        return V(-self.n)

    def __len__(self):
        return 3

    def __getitem__(self, i):
        if i > 2:
            raise IndexError(i)
        return i * self.n

    def __repr__(self):
        return f"V({self.n})"

    @property
    def twice(self):
        return self.n * 2

    def method(self, a=0, *, b=0):
        return self.n + a + b


v, w = V(2), V(5)
print(add(v, w), iadd(v, w), add(1, v), lt(v, w), eq(v, V(7)), not_(V(0)), truth(v), neg(v), length_hint(v))
show(gt, v, 3)
show(sub, v, w)
print(getitem(v, 2), countOf(v, 7), indexOf(v, 14), contains(v, 14))

get = itemgetter(1)
print(get("abc"), get([1, 2]), get({1: "one"}), get(v), itemgetter(0, 2)("abc"), itemgetter(0, 2)(v), itemgetter(slice(2))("abc"))
show(get, "a")
show(get, 5)
show(get)
show(get, 1, 2)
show(get, x=1)
show(itemgetter)
show(itemgetter, a=1)
print(get, itemgetter("a", 2), get.__reduce__() == (itemgetter, (1,)))
print(sorted([(1, "b"), (0, "z"), (2, "a")], key=get), list(map(itemgetter(0), ["ab", "cd"])))
get = attrgetter("n")
print(get(v), attrgetter("n", "twice")(v), attrgetter("real.imag")(3), attrgetter("__class__.__name__")(v), get, attrgetter("a.b", "c"))
show(get, 5)
show(attrgetter("n.x"), v)
show(attrgetter)
show(attrgetter, 1)
show(get)
show(get, v, v)
upper = methodcaller("upper")
print(upper("abc"), methodcaller("split", "b", maxsplit=1)("abcbd"), methodcaller("method", 1, b=2)(v), methodcaller("twice") and 1)
print(upper, methodcaller("f", 1, x="y"), upper.__reduce__() == (methodcaller, ("upper",)))
show(upper, 5)
show(upper)
show(methodcaller)
show(methodcaller, 5)
show(methodcaller("twice"), v)
show(upper, "a", k=1)
print(type(get).__name__, type(get).__module__, is_none(None) if hasattr(operator, "is_none") else True)

for cls in (itemgetter, attrgetter, methodcaller):
    show(lambda: type("Sub", (cls,), {}))
