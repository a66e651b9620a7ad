from _functools import partial, reduce, cmp_to_key


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


def f(*args, **kw):
    return args, kw


p = partial(f, 1, 2, a=3)
print(p(), p(4, b=5), p(a=6), p(7, a=8, c=9))
print(p.func is f, p.args, p.keywords)
q = partial(p, 10, a=11)
print(q.func is f, q.args, q.keywords, q())
print(partial(int, base=2)("101"), partial(max, 5)(3), partial(print)("x", end="!\n"))
print(list(map(partial(pow, 2), range(4))), sorted("bAc", key=partial(str.lower)))
show(partial)
show(partial, 5)
show(partial(f), *[1], **{"z": 2})
show(partial(lambda a: a))
show(partial(len), 1, 2)
p.attribute = "kept"
print(p.attribute, p.__dict__, partial(p, 5).func is p)
print(partial(len), partial(len, "a", x=1) if True else 0)


class Sub(partial):
    def __call__(self, *args):
        return "sub", super().__call__(*args)


s = Sub(f, 1)
print(s(2), s.args, isinstance(s, partial), type(s).__name__)
print(repr(Sub(len, 1)))
r = partial(f)
r.__setstate__((len, (), {}, {"x": 1}))
print(r("abc"), r.x, r.__reduce__()[1:] == ((len,), (len, (), {}, {"x": 1})), r.__reduce__()[0] is partial)
show(r.__setstate__, 5)
show(r.__setstate__, (1, (), {}, None))
show(r.__setstate__, (len, [], {}, None))
loop = partial(f)
loop.__setstate__((f, (loop,), {}, None))
print(repr(loop).count("functools.partial"))


def outer(x):
    def inner(y):
        return x * 10 + y
    return inner


add = partial(outer(4), 2)
print(add())


def raising(x):
    raise ValueError(x)


show(partial(raising, "from inside"))
print(partial[int])

print(reduce(lambda a, b: a + b, [1, 2, 3]), reduce(max, [3, 9, 2]), reduce(f, [], "start"), reduce(f, ["only"]))
print(reduce(lambda a, b: a * b, (x for x in range(1, 5))), reduce(pow, (2, 3), 5))
show(reduce, f, [])
show(reduce, max, [])
show(reduce, f, 5)
show(reduce, max, 5, 1)
show(reduce, 5, [1, 2])


class It:
    def __getitem__(self, i):
        if i == 3:
            raise IndexError
        return i


print(reduce(lambda a, b: (a, b), It()))


def compare(a, b):
    return (a % 10) - (b % 10)


K = cmp_to_key(compare)
print(sorted([31, 12, 23, 4], key=K), K(1) < K(2), K(1) == K(11), K(3) >= K(4), K(3) != K(4), K(obj=5).obj)
show(lambda: K(1) < 2)
show(cmp_to_key)
print(max([15, 28, 3], key=K), cmp_to_key(mycmp=compare)(1) <= K(1))
