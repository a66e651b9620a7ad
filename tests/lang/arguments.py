"""Passing arguments: defaults, stars, keyword-only, positional-only, evaluation order, shared defaults."""


def simple(a, b=2, c=3):
    return a, b, c


def stars(first, *rest, **named):
    return first, rest, named


def keyword_only(a, *, b, c=0):
    return a + b + c


def positional_only(a, b=5, /, c=6, *, d=7):
    return [a, b, c, d]


def everything(a, /, b, *args, c, d=4, **kwargs):
    return a, b, args, c, d, kwargs


print(simple(1), simple(1, c=9), simple(*[4, 5, 6]), simple(**{"b": 0, "a": 1}))
print(stars(1), stars(1, 2, 3, x=4), stars(*"abc", **{"k": 1}, z=2))
print(keyword_only(1, b=2), keyword_only(1, c=3, b=4))
print(positional_only(1), positional_only(1, 2, 3, d=4), positional_only(1, c=0))
print(everything(1, 2, 3, 4, c=5, e=6), everything(1, b=2, c=3, a="in kwargs"))


def noisy(x):
    print("arg", x)
    return x


print(simple(noisy(1), c=noisy(3), b=noisy(2)))
print(stars(*[noisy(1)], noisy(2), k=noisy(3), **{"m": noisy(4)}))


def remember(item, seen=[]):
    seen.append(item)
    return seen


print(remember(1), remember(2, []), remember(3))


def default_now(n=noisy("default")):
    return n


print(default_now(), default_now(1))
print(default_now.__defaults__, keyword_only.__kwdefaults__, everything.__code__.co_varnames[:4])
default_now.__defaults__ = ("new",)
print(default_now())


def forward(*args, **kwargs):
    return simple(*args, **kwargs)


print(forward(1, c=0), forward(b=1, a=2))
args, kwargs = [1, 2], {"c": 3}
result = simple(
    *args,
    **kwargs,
)
print(result, args, kwargs)


def changes(items, number):
    items.append(4)
    number += 1


items, number = [1], 1
changes(items, number)
print(items, number)
