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
offset, opname = operator.attrgetter("offset"), operator.attrgetter("opname")


def every():
    return dis.get_instructions(sys._getframe(2).f_code)


def here(*args):
    return (dict(zip(map(offset, every()), map(opname, every())))[sys._getframe(1).f_lasti],
            list(sys._getframe(1).f_code.co_positions())[sys._getframe(1).f_lasti // 2][2:])


print([here(1), here(2 + 3, here())])
print(set(map(operator.mod, map(offset, dis.get_instructions(f)), itertools.repeat(2))))
