# A program that asks to be stopped: with PYTHONBREAKPOINT=0 nothing comes of it, under the debugger it is stopped there.
import os

os.environ["PYTHONBREAKPOINT"] = "0"


def work(n):
    total = 0
    for i in range(n):
        if i == 1:
            breakpoint()
        total += i
    return total


print(work(3))
