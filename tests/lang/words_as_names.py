"""Functions whose variables have the names that the debugger uses for what happens at an event."""


def parse(line, *args):
    kind = line * 2
    return kind


def words():
    got = yield 1
    try:
        yield got
    except ValueError:
        raise KeyError("left")


class Node:
    def __init__(self, key):
        self.key = key


parse(3, 4, 5)
source = words()
print(next(source), source.send(2))
try:
    source.throw(ValueError("thrown"))
except KeyError as error:
    print("caught", error)
for number in range(3):
    node = Node(number)
    print(node.key, parse(number))
