"""A program that asks the debugger to stop, in every way there is. It is run by transcripts."""
import pdb
import sys
from pdb import set_trace


def is_odd(n):
    half = n // 2
    return half * 2 != n


def loop():
    for n in range(4):
        if is_odd(n): breakpoint()
    return n


def helper():
    pdb.Pdb().set_trace(sys._getframe().f_back)


def ways():
    a = 1
    pdb.set_trace(header="With a header")
    a = 2; set_trace()
    pdb.Pdb().set_trace()
    helper()
    pdb.set_trace(commands=["p a", "p a + 1"])
    return pdb.runcall(is_odd, a)


def fail(n):
    return 1 // n


def saved():
    try:
        fail(0)
    except ZeroDivisionError as error:
        return error


def dies():
    try:
        fail(0)
    except ZeroDivisionError:
        pdb.post_mortem()
    kept = saved()
    pdb.post_mortem(kept.__traceback__)
    pdb.post_mortem(kept)
    sys.last_exc = kept
    pdb.pm()
    try:
        pdb.post_mortem()
    except ValueError as error:
        print(error)


loop()
ways()
dies()
pdb.run("print(is_odd(3))")
print(pdb.runeval("is_odd(4)"))
