from pyrsistent import (CheckedPVector, InvariantException, PClass, PRecord, b, discard, field, freeze, inc, m, ny, pbag, pdeque, plist,
                        pmap, pset, pvector, rex, s, thaw, v)

v1 = v(1, 2, 3)
v2 = v1.append(4).set(0, 9)
print(v1, v2, v1 + v2, v2[1:3], v2.index(3), hash(v1) == hash(v(1, 2, 3)))
big = pvector(range(2000))
e = big.evolver()
e[1500] = -1
e.append("end")
print(len(e.persistent()), e.persistent()[1500], big[1500], sum(big))
m1 = m(a=1, b=2)
print(sorted(m1.set("c", 3).items()), m1.remove("a"), m1.update({"z": 1})["z"], m1 | {"b": 5} if hasattr(m1, "__or__") else "")
print(freeze({"a": [1, {2}]}), thaw(freeze({"a": [1, {"k": 2}]})), pset([1, 2]) | pset([2, 3]) == pset([1, 2, 3]))
print(m(x=v(m(y=1))).transform(["x", 0, "y"], inc), m(news=v(m(a=1), m(a=2))).transform(["news", ny, "a"], lambda x: x * 10))
print(pdeque([1, 2, 3]).appendleft(0).pop(), plist([1, 2]).cons(0), sorted(pbag([1, 1, 2])), pdeque([1, 2, 3], maxlen=2))


class Person(PRecord):
    name = field(type=str, mandatory=True)
    age = field(type=int, invariant=lambda x: (x >= 0, "negative age"))


class Point(PClass):
    x = field(type=int, initial=0)
    y = field(type=int, factory=int)


class Ints(CheckedPVector):
    __type__ = int


print(Person(name="a", age=3).set(age=4), Point(y="5"), Point(x=1).set(x=2))
for f in (lambda: Person(age=1), lambda: Person(name="x", age=-1), lambda: Ints([1, "a"]), lambda: Person(name=3), lambda: Point(z=1)):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
import pickle
print(pickle.loads(pickle.dumps(v2)), pickle.loads(pickle.dumps(Point(x=3))))
