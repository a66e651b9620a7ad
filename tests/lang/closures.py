"""Closures: shared cells, counters, late binding, functions that return functions."""


def counter(start=0):
    count = start

    def increment(by=1):
        nonlocal count
        count += by
        return count

    def get():
        return count

    return increment, get


inc, get = counter(5)
inc()
inc(10)
other, _ = counter()
print(get(), other(), inc.__closure__[0].cell_contents)


def compose(*functions):
    def composed(x):
        for f in functions:
            x = f(x)
        return x
    return composed


print(compose(lambda x: x + 1, lambda x: x * 2, str)(3))


def power(n):
    return lambda x: x ** n


square, cube = power(2), power(3)
print(square(5), cube(2), [f(2) for f in map(power, range(4))])


def late():
    functions = []
    for i in range(3):
        functions.append(lambda: i)
    i = "changed"
    return [f() for f in functions]


print(late())


def curry(f, *given):
    def curried(*more):
        everything = given + more
        if len(everything) >= f.__code__.co_argcount:
            return f(*everything)
        return curry(f, *everything)
    return curried


print(curry(lambda a, b, c: a + b * c)(1)(2)(3))


def deep():
    x = 1

    def middle():
        def inner():
            nonlocal x
            x += 1
            return x
        return inner() + inner()

    return middle(), x


print(deep())


def memo(f):
    seen = {}

    def wrapper(n):
        if n not in seen:
            seen[n] = f(n)
        return seen[n]

    wrapper.seen = seen
    return wrapper


@memo
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(12), len(fib.seen))


def unbound():
    def use():
        return value
    try:
        use()
    except NameError as e:
        print(e)
    value = 1
    return use()


print(unbound())
