"""The random module with a fixed seed: every run gives the same numbers."""
import random

random.seed(1)
print([random.random() for _ in range(3)])
print([random.randint(1, 6) for _ in range(10)], random.randrange(0, 100, 7), random.getrandbits(40))
deck = list(range(10))
random.shuffle(deck)
print(deck, random.choice("abcdef"), random.sample(range(50), 5), random.choices([1, 2, 3], k=5))
print(random.gauss(0, 1), random.gauss(10, 2), random.uniform(1, 2), random.choices("ab", weights=[1, 9], k=6))
state = random.getstate()
first = [random.random() for _ in range(2)]
random.setstate(state)
print(first == [random.random() for _ in range(2)])
own = random.Random(42)
other = random.Random(42)
print(own.random() == other.random(), own.randint(0, 10 ** 20), random.Random("text").random())


def walk(steps):
    x = y = 0
    for _ in range(steps):
        dx, dy = random.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        x, y = x + dx, y + dy
    return x, y


random.seed(2)
print(walk(10), walk(10))


def estimate_pi(n):
    inside = 0
    for _ in range(n):
        if random.random() ** 2 + random.random() ** 2 <= 1:
            inside += 1
    return 4 * inside / n


print(estimate_pi(50))


def shuffled(items):
    items = list(items)
    for i in range(len(items) - 1, 0, -1):
        j = random.randrange(i + 1)
        items[i], items[j] = items[j], items[i]
    return items


print(shuffled("abcdef"))
for action in (lambda: random.choice([]), lambda: random.randint(2, 1), lambda: random.sample([1], 2)):
    try:
        action()
    except (IndexError, ValueError) as e:
        print(type(e).__name__)


class Own(random.Random):
    def __init__(self, *seeds, **more):
        super().__init__(*seeds[1:])


# Only `__init__` sees the arguments, so these may be of any type.
print(random.Random(bytearray(b"z")).random(), Own([], 5, x=2).random())
