"""close(): with a finally, without one, with a yield in the way, twice, and before the start."""


def careful(name):
    try:
        yield 1
        yield 2
    finally:
        print("closing", name)


def plain():
    yield 1
    yield 2


def stubborn():
    try:
        yield 1
    except GeneratorExit:
        yield "no"


def polite():
    try:
        yield 1
    except GeneratorExit:
        print("polite goodbye")
        return 5


c = careful("a")
print(next(c))
print(c.close())
c.close()
print(next(c, "nothing left"))

c = careful("never started")
c.close()
print(list(c))

p = plain()
next(p)
p.close()
print(list(p))

s = stubborn()
next(s)
try:
    s.close()
except RuntimeError as e:
    print(type(e).__name__, e)

p = polite()
next(p)
print(p.close())

c = careful("loop")
for value in c:
    print("value", value)
    if value == 2:
        c.close()
print("end")
