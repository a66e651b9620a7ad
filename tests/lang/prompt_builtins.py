# What the prompt offers: exit, quit, help and breakpoint.
import sys

print(exit, quit, help)
for leave in (exit, quit):
    try:
        leave(3)
    except SystemExit as e:
        print("exit", e.code)

def hook(*args, **kw):
    print("breakpoint", args, kw)
    return "went on"

standard = sys.breakpointhook
print(standard is sys.__breakpointhook__)
sys.breakpointhook = hook
print(breakpoint(), breakpoint(1, a=2))
del sys.breakpointhook
try:
    print(breakpoint())
except RuntimeError as e:
    print(e)
import os
os.environ["PYTHONBREAKPOINT"] = "0"
sys.breakpointhook = standard
print(breakpoint())
os.environ["PYTHONBREAKPOINT"] = "builtins.len"
print(breakpoint("abc"))
os.environ["PYTHONBREAKPOINT"] = "print"
none = breakpoint("printed")
proxy = type.__dict__["__dict__"].__get__(int)
print(type(int.__dict__ | {}) is dict, ({"a": 1} | object.__dict__)["a"])
try:
    proxy |= {}
except TypeError as e:
    print(e)
