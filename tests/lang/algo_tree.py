"""A binary search tree: insertion, walking with generators, deletion, depth."""


class Node:
    def __init__(self, key):
        self.key = key
        self.left = self.right = None


class Tree:
    def __init__(self, keys=()):
        self.root = None
        self.size = 0
        for key in keys:
            self.insert(key)

    def insert(self, key):
        self.root = self._insert(self.root, key)

    def _insert(self, node, key):
        if node is None:
            self.size += 1
            return Node(key)
        if key < node.key:
            node.left = self._insert(node.left, key)
        elif key > node.key:
            node.right = self._insert(node.right, key)
        return node

    def remove(self, key):
        self.root = self._remove(self.root, key)
        self.size -= 1

    def _remove(self, node, key):
        if node is None:
            raise KeyError(key)
        if key < node.key:
            node.left = self._remove(node.left, key)
        elif key > node.key:
            node.right = self._remove(node.right, key)
        elif node.left is None or node.right is None:
            return node.left or node.right
        else:
            successor = node.right
            while successor.left:
                successor = successor.left
            node.key = successor.key
            node.right = self._remove(node.right, successor.key)
        return node

    def __iter__(self):
        def walk(node):
            if node:
                yield from walk(node.left)
                yield node.key
                yield from walk(node.right)
        return walk(self.root)

    def __contains__(self, key):
        node = self.root
        while node and node.key != key:
            node = node.left if key < node.key else node.right
        return node is not None

    def depth(self):
        def down(node):
            return 0 if node is None else 1 + max(down(node.left), down(node.right))
        return down(self.root)


tree = Tree([5, 2, 8, 1, 9, 3])
print(list(tree), tree.size, tree.depth(), 8 in tree, 7 in tree)
tree.remove(5)
tree.remove(1)
print(list(tree), tree.size, tree.root.key)
try:
    tree.remove(77)
except KeyError as e:
    print("no key", e)
