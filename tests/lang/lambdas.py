"""Lambdas: defaults, star arguments, conditionals, recursion, tables of actions."""

add = lambda a, b=10, *rest, scale=1, **named: (a + b + sum(rest)) * scale + len(named)
print(add(1), add(1, 2), add(1, 2, 3, 4), add(1, scale=2), add(1, x=0, y=0))
fact = lambda n: 1 if n <= 1 else n * fact(n - 1)
print(fact(6))
table = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "max": max,
    "apply": lambda f, *args: f(*args),
}
print(table["+"](2, 3), table["-"](2, 3), table["max"](2, 3), table["apply"](table["+"], 5, 6))
print((lambda: "called at once")(), (lambda x: lambda y: x * y)(6)(7))
print(sorted([(1, "b"), (2, "a")], key=lambda p: p[1])[0])
print(add.__name__, (lambda: 0).__code__.co_argcount)
nothing = lambda: None
print(nothing(), [f(3) for f in (lambda x: x + 1, lambda x: [x] * x)])
multi = lambda x: (
    x
    + 1
    if x
    else
    -1
)
print(multi(1), multi(0))
y = lambda f: (lambda x: x(x))(lambda x: f(lambda n: x(x)(n)))
print(y(lambda self: lambda n: 0 if n == 0 else n + self(n - 1))(4))
try:
    (lambda a: a)()
except TypeError as e:
    print(e)
