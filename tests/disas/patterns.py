def f(x):
    match x:
        case 0: return 1
        case [a, b, *rest]: return a, b, rest
        case {"k": v, **kw}: return v, kw
        case Point(1, y=z): return z
        case str() | None: return 2
        case _: return 3
