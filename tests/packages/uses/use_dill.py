import dill


def outer(n):
    total = [n]

    def inner(x):
        total[0] += x
        return total[0]
    return inner


f = outer(10)
f(5)
g = dill.loads(dill.dumps(lambda x, y=3: [x * y for _ in range(2)]))
print(g(2), dill.loads(dill.dumps({"a": (1, {2})})), dill.pickles(len), dill.copy([1, [2]]))


class Thing:
    k = 3

    def __init__(self, v):
        self.v = v

    def times(self):
        return self.v * self.k


print(dill.loads(dill.dumps(Thing(4))).times(), dill.loads(dill.dumps(f))(1), dill.source.getname(outer))
