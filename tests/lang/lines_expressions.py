"""Expressions spread over several lines: which lines are reported, in which order, and how often."""


def f(*args, **kwargs):
    return len(args) + len(kwargs)


def one(x):
    return x


a = (
    1
    + one(2)
    + one(
        3
    )
)
b = f(
    1,
    one(2),
    *[
        3,
        one(4),
    ],
    key=one(5),
    **{
        "other": 6,
    },
)
c = [
    one(1),
    2,
    one(
        3),
]
d = {
    "a": one(1),
    one("b"):
        2,
    **{"c": 3},
}
e = (
    "text"
    .upper()
    .replace("T",
             "t")
    .lower()
)
g = c[
    one(0)
]
h = c[
    0:
    one(2)
]
i = (
    one(0)
    or one(0)
    or one(7)
)
j = (
    1
    < one(2)
    < one(
        1)
    < 5
)
k = (one(1)
     if one(0)
     else one(2))
l = [
    x
    + y
    for x in
    [1, 2]
    for y in (
        10,
        20,
    )
    if x
    if y > 10
]
m = {
    x:
        one(x)
    for x in range(2)
}
n = sum(
    x
    for x in
    range(3)
    if one(
        x
    )
)
o = lambda x: (
    x
    +
    1
)
p = o(
    1
)
q = f"{
    one(1)
    + 1
} {one(2)
   }"
r = "a" \
    "b" \
    + one("c")
s, \
    t = (
        1,
        one(2),
    )
u = not (
    one(0)
    and
    one(1)
)
print(
    a, b, c,
    d, e, g,
    h, i, j, k,
    l, m, n, p, q, r,
    s, t, u,
)
