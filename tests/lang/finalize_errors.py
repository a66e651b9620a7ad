"""Finalisers that raise, coroutines that nobody awaits, sys.unraisablehook."""
import sys


class Bad:
    def __del__(self):
        raise ValueError("from del")


def hook(args):
    print("hook", args.exc_type.__name__, args.exc_value, args.err_msg, args.object.__name__, args.exc_traceback.tb_lineno)


sys.unraisablehook = hook
b = Bad()
del b
print("after")


def stubborn():
    try:
        yield 1
    except GeneratorExit:
        yield 2


sys.unraisablehook = lambda args: print("hook", type(args.exc_value).__name__, args.exc_value)
g = stubborn()
next(g)
del g
print("after generator")


async def agen():
    try:
        yield 1
    finally:
        print("agen closed")


a = agen()
try:
    a.__anext__().send(None)
except StopIteration as e:
    print(e.value)
del a
print("after agen")

finalized = []
sys.set_asyncgen_hooks(finalizer=finalized.append, firstiter=lambda g: print("first", g.__name__))
print(sys.get_asyncgen_hooks().finalizer == finalized.append)
a = agen()
try:
    a.__anext__().send(None)
except StopIteration as e:
    print(e.value)
del a
print([x.__name__ for x in finalized])
try:
    finalized.pop().aclose().send(None)
except StopIteration:
    print("closed by hand")
sys.set_asyncgen_hooks(None, None)
print(tuple(sys.get_asyncgen_hooks()))
