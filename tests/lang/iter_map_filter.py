"""map and filter with user functions, lambdas, builtins and several sequences; laziness and order of calls."""


def double(x):
    print("double", x)
    return 2 * x


def small(x):
    print("small?", x)
    return x < 5


m = map(double, [1, 2, 3])
print("made", next(m))
print(list(m), list(m))
print(list(filter(small, map(double, [1, 2, 3]))))
print(list(map(lambda a, b, c: a * b + c, [1, 2], (3, 4), range(5))))
print(list(map(pow, [2, 3], [3, 2])), list(map(str, [1, None, 2.5])))
print(list(filter(None, [0, 1, "", "a", [], [0]])), list(filter(str.isdigit, "a1b2")))
print([x + y for x, y in map(divmod, [7, 9], [2, 4])])
for x in filter(lambda n: n % 3 == 0, range(10)):
    if x == 6:
        break
    print(x)


class Doubler:
    def __call__(self, x):
        return x * 2

    def method(self, x):
        return x * 20


d = Doubler()
print(list(map(d, "ab")), list(map(d.method, [1])), list(map(Doubler.method, [d], [2])))


def upto(n):
    i = 0
    while i < n:
        yield i
        i += 1


print(list(map(lambda x: x * x, upto(4))), sum(map(len, ["a", "bb"])), dict(map(lambda k: (k, k * k), upto(3))))
print(" ".join(map(repr, ("a", 1))), set(map(lambda x: x % 2, upto(5))))
first, second = map(int, "3 4".split())
print(first * second)
