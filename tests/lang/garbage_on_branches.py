"""Cycles that die before a branch begins, and are counted on branches only."""
import gc


class Node:
    pass


def ring():
    node = Node()
    node.link = node


counts = False
gc.collect()
ring()
if counts:
    print(gc.collect(), gc.collect())
