# What a suspended generator still needs: what an expression, a loop or a `with` around the `yield` has computed.
import gc


class Thing:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


def around(a):
    total = [Thing("left"), (yield a), Thing("right")]
    total = (len(total) + (yield total) * 2, {"sent": (yield "in a dict"), "after": a})
    return f"{total} {(yield 'in a string')!r:>8}"


def drive(g, *sent):
    got = [next(g)]
    try:
        for x in sent:
            gc.collect()
            got.append(g.send(x))
    except StopIteration as stop:
        got.append(stop.value)
    return got


print(drive(around(Thing("a")), "b", 7, "c", "d"))


class Guard:
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        print("exit", self.name, kind)
        return kind is KeyError


def guarded():
    for i in range(3):
        with Guard(f"outer {i}"), Guard(f"inner {i}"):
            try:
                got = yield i, (yield "half")
                print("got", got)
            except ValueError as e:
                print("caught", repr(e), (yield "handling"))
            finally:
                yield "finally"
        print("after", i)


g = guarded()
print(next(g), g.send(1), g.send(2), next(g))
print(g.throw(ValueError("thrown")), next(g), next(g))
print(g.throw(KeyError("k")))
print(next(g, "over"))
g.close()


def numbered(numbers):
    # The numbers around which a change takes more room when it is recorded.
    box, row = Thing(0), [0, 0]
    for n in numbers:
        box.name = n
        row[1] = n
        row[0] = box.name
        yield n
    print(box.name, row)


edges = [65470, 65471, 65472, 4194238, 4194239, 4194240, 4194241, 2**22, 2**24, -1, 2**40, 0]
print(sum(numbered(edges)))
print(list(a - b for a, b in zip(numbered(edges), edges)))
