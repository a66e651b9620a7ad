"""Generators at the recursion limit: what cannot be entered is over; those that only delegate do not count."""
import sys


def leaf():
    while True:
        try:
            yield "waits"
        except ValueError:
            yield "caught"


def level(n):
    yield from level(n - 1) if n else leaf()


def started(n):
    g = level(n) if n else leaf()
    next(g)
    return g


def down(n, step, *args):
    if n:
        return down(n - 1, step, *args)
    return step(*args)


many = started(80)
sys.setrecursionlimit(60)
print(many.throw(ValueError))

for levels in 0, 4:
    for depth in 50, 57, 58, 59:
        g = started(levels)
        try:
            print(levels, depth, down(depth, g.throw, ValueError()), g.gi_suspended)
        except RecursionError as e:
            print(levels, depth, e, g.gi_suspended)
g = started(0)
try:
    down(58, g.send, None)
except RecursionError as e:
    print(e, g.gi_suspended)
