"""Endless recursion ends in a RecursionError that can be caught, more than once."""
import sys

sys.setrecursionlimit(60)


def endless(n):
    return endless(n + 1)


def deep(n):
    if n == 0:
        return 0
    return 1 + deep(n - 1)


for attempt in range(2):
    try:
        endless(0)
    except RecursionError as e:
        print(attempt, type(e).__name__, e)

print(deep(30))
try:
    deep(200)
except RecursionError:
    print("200 is too deep")
print(deep(40))
