"""A generator that waits while its consumer does much: going back in it passes over all of that."""


def numbers(n):
    for i in range(n):
        yield i
        done = i
    return done


def busy(n):
    total = 0
    for i in range(n):
        total += i
    return total


def inner():
    got = yield "first"
    try:
        yield got
    except ValueError as e:
        yield str(e)


def outer():
    result = yield from inner()
    return result


for x in numbers(3):
    print(x, busy(20))

g = outer()
print(next(g), busy(15))
print(g.send("sent"), busy(15))
print(g.throw(ValueError("thrown")), busy(15))
print(list(g), busy(3))
