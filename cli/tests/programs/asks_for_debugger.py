"""Asks for the debugger after it has read a line, drawn a number, looked at the clock and run a thread."""
import os
import pdb
import random
import sys
import threading
import time


def half(n):
    m = n // 2
    breakpoint()
    return m


name = input()
drawn, began = random.random(), time.time()
seen = []
thread = threading.Thread(target=lambda: seen.append(drawn))
thread.start()
thread.join()
print("read", name, drawn, began, flush=True)
print(half(10))
try:
    1 // (len(name) - 3)
except ZeroDivisionError:
    pdb.post_mortem()
pdb.Pdb().set_trace()
child = os.fork()
if child == 0:
    try:
        breakpoint()
    except NotImplementedError as e:
        print("child:", e, flush=True)
    os._exit(0)
os.waitpid(child, 0)
print("over", flush=True)
sys.exit(3)
