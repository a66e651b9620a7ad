"""What copy and pickle ask of objects, without the modules."""


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)


def shown(reduced):
    if isinstance(reduced, str):
        return reduced
    out = []
    for part in reduced:
        if callable(part) and hasattr(part, "__name__"):
            out.append(part.__name__)
        elif hasattr(part, "__next__"):
            out.append(["iter", *part])
        else:
            out.append(part)
    return out


def rebuilt(obj, protocol=4):
    reduced = obj.__reduce_ex__(protocol)
    function, args, *rest = reduced
    made = function(*args)
    state = rest[0] if rest else None
    if state is not None:
        if hasattr(made, "__setstate__"):
            made.__setstate__(state)
        elif isinstance(state, tuple):
            for part in state:
                if part:
                    for name, value in part.items():
                        setattr(made, name, value)
        else:
            made.__dict__.update(state)
    if len(rest) > 1 and rest[1] is not None:
        made.extend(rest[1])
    if len(rest) > 2 and rest[2] is not None:
        for key, value in rest[2]:
            made[key] = value
    return made


it = iter([1, 2, 3, 4])
next(it)
print(shown(it.__reduce__()), list(rebuilt(it)), list(it), shown(it.__reduce__()))
for source in ((1, 2, 3), "aöb", b"abc", range(5), range(10, 0, -3)):
    it = iter(source)
    next(it)
    print(type(it).__name__, list(rebuilt(it)), it.__length_hint__())
r = reversed([1, 2, 3])
next(r)
print(shown(r.__reduce__()), list(rebuilt(r)))
r = reversed((1, 2, 3))
next(r)
print(shown(r.__reduce__()), list(rebuilt(r)))
d = {"a": 1, "b": 2, "c": 3}
for it in (iter(d), iter(d.values()), iter(d.items()), reversed(d), iter({7})):
    next(it)
    print(type(it).__name__, shown(it.__reduce__()), list(it))
e = enumerate(["x", "y", "z"], 5)
next(e)
print(list(rebuilt(e)))
z = zip([1, 2, 3], "abc")
next(z)
print(list(rebuilt(z)), shown(zip([1], [2], strict=True).__reduce__())[2])
m = map(str, [1, 2, 3])
next(m)
print(list(rebuilt(m)), list(rebuilt(filter(None, [0, 1, 2]))))
it = iter([1, 2, 3])
it.__setstate__(2)
print(list(it))
it = iter([1, 2, 3])
it.__setstate__(100)
print(list(it))
it = iter("abc")
it.__setstate__(-4)
print(list(it))
print(shown(range(1, 9, 2).__reduce__()), shown(slice(1, 2, None).__reduce__()))
print(shown({1}.__reduce__())[:2], shown(frozenset([2]).__reduce__())[:2], shown(bytearray(b"ab").__reduce_ex__(4))[:2])
print((5).__getnewargs__(), (1.5).__getnewargs__(), "a".__getnewargs__(), b"a".__getnewargs__(), (1 + 2j).__getnewargs__(),
      (1, 2).__getnewargs__())
print(len.__reduce__(), shown([].append.__reduce__()), shown("a".join.__reduce__()), shown((1).__add__.__reduce__()))
print(shown(list.append.__reduce__()), shown(int.__add__.__reduce__()))
print(NotImplemented.__reduce__(), Ellipsis.__reduce__())


class Plain:
    pass


p = Plain()
print(p.__getstate__(), object().__getstate__())
p.x = 1
print(p.__getstate__())
print(shown(ValueError("a", 1).__reduce__()))
