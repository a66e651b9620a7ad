"""zip, enumerate and reversed over lists, user iterators and generators."""


class Letters:
    def __init__(self, text):
        self.text = text

    def __len__(self):
        return len(self.text)

    def __getitem__(self, i):
        print("item", i)
        return self.text[i]


class Backwards(Letters):
    def __reversed__(self):
        yield "special"
        yield from self.text[::-1]


def gen(n):
    for i in range(n):
        print("gen", i)
        yield i


print(list(zip([1, 2, 3], "ab")), list(zip()), list(zip("abc")))
print(list(zip(gen(3), gen(1))))
print(list(zip(Letters("xy"), gen(5))))
print(list(enumerate("ab")), list(enumerate(gen(2), start=10)))
print(list(reversed(Letters("abc"))), list(reversed(Backwards("abc"))), list(reversed(range(0, 10, 3))))
for i, (a, b) in enumerate(zip("pq", [True, False])):
    print(i, a, b)
try:
    list(zip([1, 2], [1], strict=True))
except ValueError as e:
    print(e)
columns = list(zip(*[[1, 2, 3], [4, 5, 6]]))
print(columns, dict(zip("ab", columns)))
try:
    reversed(gen(2))
except TypeError as e:
    print(e)
z = zip(gen(2), "ab")
print(next(z))
for pair in z:
    print(pair)
print([*reversed([1, 2, 3])], list(reversed({"a": 1, "b": 2})))
