"""Counters, zips and chains whose items are given by generators."""
from collections import Counter
from itertools import chain, cycle, zip_longest


def letters(text, fail=None):
    for i, letter in enumerate(text):
        if i == fail:
            raise KeyError(letter)
        yield letter


class Odd(Counter):
    def __setitem__(self, key, value):
        super().__setitem__(key, value + 1)


print(Counter(letters("abca")), Counter(letters("")), Odd(letters("aa")), Counter(letters([(1, 2), (1, 2), 3])))
counts = Counter(a=5)
counts.update(letters("aab"))
counts.subtract(letters("b"))
print(counts)
counts["c"] = 2.5
counts.update(letters("ccd"))
print(counts)
try:
    counts.update(letters("xyz", 2))
except KeyError as e:
    print(e, counts["x"], counts["y"], "z" in counts)
try:
    counts.update(letters([[]]))
except TypeError as e:
    print(e)
for row in zip(letters("abc"), letters("de"), letters("fgh")):
    print(row)
for row in zip_longest(letters("ab"), letters(""), letters("cde"), fillvalue="-"):
    print(row)
for row in zip_longest(letters("ab"), "xyz", letters("cd", 1)):
    print(row)
    break
rows = zip_longest(letters("ab", 1), letters("cd"), letters("e"))
try:
    for row in rows:
        print(row)
except KeyError as e:
    print(e, next(rows, "end"))
try:
    for row in zip(letters("a"), letters("b"), letters("cd"), strict=True):
        print(row)
except ValueError as e:
    print(e)
print([row for row in zip(*[letters("abcdefg")] * 3)], [row for row in zip_longest(*[letters("abcde")] * 5)])
count = 0
for letter in cycle(letters("ab")):
    count += 1
    if count > 5:
        break
print(letter)
for letter in cycle("xyz"):
    count += 1
    if letter == "z" and count > 12:
        break
print(count, [x for x in chain("ab", [], (1,), letters("c"), range(2))], [x for x in chain.from_iterable(["ab", "c"])])
