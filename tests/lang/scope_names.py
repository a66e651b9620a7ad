"""Local, global, nonlocal and builtin names; names that are not bound yet; del."""

x = "global"
total = 0


def reads():
    return x


def shadows():
    x = "local"
    return x


def writes():
    global x, made_here
    x = "changed"
    made_here = True


def too_early():
    print(x)
    x = 1


def sometimes(flag):
    if flag:
        y = 1
    return y


print(reads(), shadows(), x)
writes()
print(x, made_here)
for f, args in (too_early, ()), (sometimes, (False,)), (sometimes, (True,)):
    try:
        print(f(*args))
    except UnboundLocalError as e:
        print(type(e).__name__, e)
try:
    nowhere
except NameError as e:
    print(type(e).__name__, e)


def outer():
    x = "outer"

    def inner():
        nonlocal x
        x = "inner"

        def innermost():
            global x
            x = "from innermost"
        innermost()
        return x

    return inner(), x


print(outer(), x)


def deleted():
    n = 5
    del n
    try:
        return n
    except UnboundLocalError as e:
        return str(e)


print(deleted())
del x
try:
    reads()
except NameError as e:
    print(e)
x = "again"


def shadow_builtin(len):
    return len


print(shadow_builtin(3), len("abc"))
abs = lambda n: "mine"
print(abs(-1))
del abs
print(abs(-1))


def accumulate(values):
    global total
    for total in values:
        pass
    return sorted(locals())


print(accumulate([1, 2]), total, "total" in globals())


class Scope:
    x = "class"
    y = x + "!"

    def method(self):
        return x


print(Scope.y, Scope().method())


# ---- arguments that inner functions use, beside variables of outer ones


def outer_scope(x):
    def middle(y):
        def inner(z):
            return y + z
        w = x + y
        y += 3
        names = {k: v for k, v in locals().items() if k in ("x", "y", "w")}
        return names, middle.__code__.co_freevars, middle.__code__.co_cellvars
    return middle


print(outer_scope(2)(4))
