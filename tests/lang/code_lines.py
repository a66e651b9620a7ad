"""The lines of code without instructions of their own, and offsets: those of `dis` are those of frames."""
import dis
import itertools
import operator
import sys


def f(x):
    for i in range(x):
        pass
    try:
        1 / x
    except ValueError:
        pass
    while x:
        x = 0
        continue
    with open("/dev/null"):
        pass
    if x: pass
    else:
        pass
    return "end"


first = f.__code__.co_firstlineno
# No loops over instructions, which are other ones elsewhere.
lines = set(map(operator.itemgetter(2), f.__code__.co_lines())) - {None}
print(sorted(map(operator.sub, lines, itertools.repeat(first))))
lines = set(map(operator.itemgetter(1), dis.findlinestarts(f.__code__))) - {None}
print(sorted(map(operator.sub, lines, itertools.repeat(first))))
offset = operator.attrgetter("offset")


def here(*args):
    frame = sys._getframe(1)
    last = frame.f_lasti
    every = list(dis.get_instructions(frame.f_code))
    found = dict(zip(map(offset, every), every))[last]
    position = list(frame.f_code.co_positions())[last // 2]
    return found.opname, found.positions[2:] == position[2:], position[3] - position[2]


print([here(1), here(2 + 3, here())])
print(set(map(operator.mod, map(offset, dis.get_instructions(f)), itertools.repeat(2))))
