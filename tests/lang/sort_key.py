"""sorted, list.sort, min and max with key functions; stability; comparison methods called by the sort."""

words = "the quick brown fox jumps over a lazy dog".split()
print(sorted(words, key=len))
print(sorted(words, key=lambda w: (-len(w), w)))
words.sort(key=lambda w: w[-1], reverse=True)
print(words)
words.sort()
print(words)


class Person:
    def __init__(self, name, age):
        self.name, self.age = name, age

    def __lt__(self, other):
        return self.age < other.age

    def __repr__(self):
        return f"{self.name}:{self.age}"


people = [Person("ann", 31), Person("bob", 25), Person("cid", 31), Person("dan", 19)]
print(sorted(people))
print(sorted(people, reverse=True))
print(sorted(people, key=lambda p: p.name, reverse=True))
print(min(people), max(people))
print(min(people, key=lambda p: p.name), max(people, key=lambda p: len(p.name)))
print(max("abc", "de", key=len), min([], default="none"), max([3, 1, 2], key=lambda x: -x))


def by_second(pair):
    return pair[1]


pairs = [(1, "b"), (2, "a"), (3, "b"), (4, "a")]
print(sorted(pairs, key=by_second), sorted(pairs, key=by_second, reverse=True))
print(sorted({"x": 3, "y": 1, "z": 2}.items(), key=by_second))
print(sorted([3, -1, 2], key=abs), sorted("bca"), sorted([True, 0, 2.5, -1]))
people.sort(key=lambda p: p.age)
print(people)


class Reverse:
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        return other.value < self.value


print(sorted(pairs, key=lambda p: (Reverse(p[1]), p[0])) if False else sorted([2, 3, 1], key=Reverse))
