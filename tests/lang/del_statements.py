"""del of names, items, attributes, slices and several at once; what happens afterwards."""

a, b, c = 1, [1, 2, 3, 4, 5], {"x": 1, "y": 2}
del a
try:
    a
except NameError as e:
    print(e)
del b[0], b[-1], c["x"]
print(b, c)
del b[:2]
print(b)


class Holder:
    shared = "class"

    def __delitem__(self, key):
        print("delitem", key)

    def __delattr__(self, name):
        print("delattr", name)
        super().__delattr__(name)


h = Holder()
h.shared = "instance"
h.other = 1
del h.shared
print(h.shared)
del h.other, h[1], h["a":"b"], h[1, 2]
try:
    del h.other
except AttributeError as e:
    print(e)
del Holder.shared
try:
    h.shared
except AttributeError as e:
    print(e)


def local():
    x = [1]
    y = x
    del x
    y.append(2)
    (z, w) = y
    del (z), [w]
    try:
        return x
    except UnboundLocalError:
        return y


print(local())


def cell():
    value = 1

    def read():
        return value

    before = read()
    del value
    try:
        read()
    except NameError as e:
        return before, str(e)


print(cell())
for i in range(3):
    item = i
    del item
print("item" in globals(), i)
e = "kept?"
try:
    1 / 0
except ZeroDivisionError as e:
    pass
print("e" in globals())
numbers = [0, 1, 2, 3, 4, 5]
i = 0
while i < len(numbers):
    if numbers[i] % 2:
        del numbers[i]
    else:
        i += 1
print(numbers)
del numbers[:], c
print(numbers, "c" in globals())
