"""The lines of code without instructions of their own, and offsets: those of `dis` are those of frames."""
import dis
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
print(sorted({line - first for _, _, line in f.__code__.co_lines() if line}))
print(sorted({line - first for _, line in dis.findlinestarts(f.__code__) if line}))


def here(*args):
    frame = sys._getframe(1)
    at = frame.f_lasti
    found = [each for each in dis.get_instructions(frame.f_code) if each.offset == at]
    position = list(frame.f_code.co_positions())[at // 2]
    return found[0].opname, found[0].positions[2:] == position[2:], position[3] - position[2]


print([here(1), here(2 + 3, here())])
print(all(each.offset % 2 == 0 for each in dis.get_instructions(f)))
