"""Ends with the recursion limit."""
import sys

sys.setrecursionlimit(40)


def down(n):
    return down(n + 1) + 1


print("start")
down(0)
