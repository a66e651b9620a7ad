"""Native iterators that share what they go through, or are asked while they are asked."""
from itertools import chain, islice, pairwise

from lib_iterators import Countdown, Reenters, numbers, odd, run

# One inner iterator for both, and a loop within the question of another.
both = numbers(7)
print(run(zip(both, both)), run(zip(enumerate(both), both)))
inner = enumerate(numbers(8))
print([(x, next(inner, None)) for x in inner])


def loops(n):
    return [m for m in outer] if n == 2 else n


outer = filter(loops, numbers(6))
print(run(outer))


def steps(gen):
    yield from islice(gen, 2)
    yield from enumerate(gen)


print(run(steps(numbers(5))))


def returns(it):
    """What a loop over a generator with a value sees."""
    out = []
    for x in it:
        out.append(x)
    else:
        out.append("else")
    return out


print(returns(enumerate(numbers(1, value=7))), returns(chain(numbers(1, value=7), numbers(1))))


def itself():
    yield 1
    for _ in running:
        yield 2


running = enumerate(itself())
try:
    for x in running:
        print(x)
except ValueError as e:
    print(e)
deep = numbers(2)
for _ in range(12):
    deep = chain(deep, ())
print(run(deep))
deep = numbers(2)
for _ in range(10):
    deep = enumerate(map(lambda x: x, deep))
print(run(deep)[1])
print(sum(map(odd, numbers(5))), max(filter(odd, numbers(5))), sorted(chain(numbers(3), numbers(2))),
      dict(enumerate(numbers(2))), list(zip(numbers(2), Countdown(5))), "".join(map(str, numbers(4))))
closed = numbers(5)
rest = islice(closed, 3)
for x in rest:
    closed.close()
    print(x)
print([pair for pair in enumerate(map(lambda x: x * 2, [1, 2]))], map(odd, [1]).__reduce__()[1][0] is odd,
      len(zip(numbers(1), "a").__reduce__()[1]), len(enumerate(numbers(1), 3).__reduce__()[1]))
first, *rest = Countdown(3)
one, two = Countdown(2)
print(first, rest, one, two)
for wrong in (1, 3):
    try:
        one, two = Countdown(wrong)
    except ValueError as e:
        print(e)


for make in (pairwise, enumerate, lambda it: islice(it, 9), lambda it: chain(it, "x"), lambda it: zip(it, it)):
    for at in (1, 2, 4):
        source = Reenters(at)
        source.outer = make(source)
        try:
            print(run(source.outer))
        except (RuntimeError, StopIteration) as e:
            print(type(e).__name__)
