# Windows of consecutive registers.
def f(x, *args, y=1, **kw):
    f(x, f(1), y)
    x.method(y).other()
    g = x.m(1, k=y)
    f(*args, **kw)
    f(x, *args, y=2, **kw)
    print(f"{x} {y!r:>{x}}", end="")
    return g(lambda z: z + x)

@f
def decorated(a, b=1, *, c: int = 2) -> str: ...

def shuffled(a, b):
    a[b] += f(b)
    a.x.y -= b
    a[b:], b[:a] = f(a)[b:1], 2
    a[1:2:b] = a[b]
    del a[b], a.x, a[:]
    x = y = f(a)
    if (n := f(x)) > 3: return n
