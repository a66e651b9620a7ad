"""Items that change their places, and the object that a path leads to with them."""


def sort(rows):
    for i in range(len(rows) - 1):
        if rows[i][0] > rows[i + 1][0]:
            rows[i], rows[i + 1] = rows[i + 1], rows[i]
    rows[1][0] += 10


class Node:
    def __init__(self, value):
        self.value = value
        self.next = None


rows = [[3], [2], [1]]
sort(rows)
print(rows)
node = Node(1)
node.value = 5
node = Node(2)
node.value += 1
first = Node(8)
first.value = 9
print(node.value, first.value)
