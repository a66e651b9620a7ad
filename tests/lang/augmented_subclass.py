# In-place operators of builtin containers keep the instance of a subclass.
class Stack(list):
    pass


class Bag(set):
    pass


class Table(dict):
    pass


class Octets(bytearray):
    pass


def numbers():
    yield 5
    yield 6


stack = same = Stack([1])
stack.label = "kept"
stack += [2]
stack += numbers()
stack *= 2
print(type(stack).__name__, stack is same, stack, stack.label)

bag = same = Bag([1, 2])
bag |= {3}
bag -= {1}
bag &= {2, 3, 4}
bag ^= {4}
print(type(bag).__name__, bag is same, sorted(bag))

table = same = Table(a=1)
table |= {"b": 2}
table |= [("c", 3)]
print(type(table).__name__, table is same, dict(table))

octets = same = Octets(b"ab")
octets += b"c"
octets *= 2
print(type(octets).__name__, octets is same, bytes(octets))

print(Stack([1]).__iadd__([2]).__class__.__name__, list.__iadd__(stack, [0]) is stack)
print(type(Stack([1]) + [2]).__name__, type(Stack([1]) * 2).__name__)
