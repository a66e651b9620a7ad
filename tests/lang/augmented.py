"""Augmented assignment on names, attributes, items and slices: what is read, evaluated and written, and when."""


class Traced:
    def __init__(self):
        object.__setattr__(self, "n", 1)

    def __getattribute__(self, name):
        if name == "n":
            print("get n")
        return object.__getattribute__(self, name)

    def __setattr__(self, name, value):
        print("set", name, value)
        object.__setattr__(self, name, value)

    def __getitem__(self, key):
        print("get item", key)
        return 10

    def __setitem__(self, key, value):
        print("set item", key, value)


def index(i):
    print("index", i)
    return i


t = Traced()
t.n += 5
t[index(3)] *= 2
t[index(1):index(2)] = "s"
x = 7
x += 3; x -= 1; x *= 4; x //= 5; x **= 2; x %= 30; x <<= 2; x >>= 1; x |= 8; x &= 12; x ^= 5
print(x)
y = 9
y /= 2
print(y)
s = "a"
s += "b"
s *= 3
print(s)
items = [1, 2]
alias = items
items += (3, 4)
items *= 2
print(alias, alias is items)
items[1:3] += [9]
print(items)
items[-1] += 100
print(items)
nested = {"a": [0, {"b": 1}]}
nested["a"][1]["b"] += 41
nested["a"] += [5]
print(nested)
t = (1, [2])
try:
    t[1] += [3]
except TypeError as e:
    print(e, t)
d = {}
try:
    d["missing"] += 1
except KeyError as e:
    print("missing", e)
try:
    unknown += 1
except NameError as e:
    print(e)
a = {1, 2, 3}
a &= {2, 3, 4}
a -= {3}
a |= {7}
print(sorted(a))
d |= {"k": 1}
print(d)
count = 0
def bump():
    global count
    count += 1
    return count
values = [0] * 3
values[bump()] += bump()
print(values, count)
