import pickle

import cloudpickle


def make(n):
    class Local:
        factor = n

        def times(self, x):
            return self.factor * x
    return Local


add = lambda x, y=2, *, z=3: x + y + z  # noqa: E731
for thing, call in ((add, lambda f: f(1)), (make(4), lambda c: c().times(5)), (make(3)(), lambda o: o.times(2))):
    print(call(pickle.loads(cloudpickle.dumps(thing))))


def fact(n):
    return 1 if n < 2 else n * fact(n - 1)


print(pickle.loads(cloudpickle.dumps(fact))(10), cloudpickle.loads(cloudpickle.dumps([{"k": {1, 2}}])))
