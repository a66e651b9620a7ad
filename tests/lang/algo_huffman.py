"""Huffman coding: building the tree by merging, walking it, encoding and decoding."""


class Leaf:
    def __init__(self, letter, weight):
        self.letter, self.weight = letter, weight

    def codes(self, prefix):
        yield self.letter, prefix or "0"


class Fork:
    def __init__(self, left, right):
        self.left, self.right = left, right
        self.weight = left.weight + right.weight

    def codes(self, prefix):
        yield from self.left.codes(prefix + "0")
        yield from self.right.codes(prefix + "1")


def build(text):
    weights = {}
    for letter in text:
        weights[letter] = weights.get(letter, 0) + 1
    trees = [Leaf(letter, weight) for letter, weight in sorted(weights.items())]
    while len(trees) > 1:
        trees.sort(key=lambda tree: tree.weight)
        left, right, *trees = trees
        trees.append(Fork(left, right))
    return trees[0]


def decode(bits, tree):
    node, text = tree, ""
    for bit in bits:
        node = node.left if bit == "0" else node.right
        match node:
            case Leaf(letter=letter):
                text += letter
                node = tree
    return text


text = "abracadabra"
tree = build(text)
table = dict(tree.codes(""))
bits = "".join(table[letter] for letter in text)
print(table, bits, len(bits))
print(decode(bits, tree), dict(build("zzz").codes("")))
