# What one thread writes another may have to read before there is room for the rest; and loops of the library that read
# the clock let other threads run.

import asyncio
import os
import select
import socket
import threading

SIZE = 1_000_001


def count(read):
    total = 0
    while data := read(1 << 16):
        total += len(data)
    counts.append(total)


counts = []
left, right = socket.socketpair()
thread = threading.Thread(target=count, args=(right.recv,))
thread.start()
print(left.sendall(bytes(SIZE)))
left.close()
thread.join()
right.close()

from_pipe, to_pipe = os.pipe()
thread = threading.Thread(target=count, args=(lambda n: os.read(from_pipe, n),))
thread.start()
print(os.write(to_pipe, bytes(SIZE)) == SIZE)
os.close(to_pipe)
thread.join()
os.close(from_pipe)
print(counts == [SIZE, SIZE])

# A call that may not wait says so.
left, right = socket.socketpair()
try:
    right.recv(1, socket.MSG_DONTWAIT)
except BlockingIOError:
    print("nothing there")
left.close()
right.close()

# However small, a negative time is forever.
from_pipe, to_pipe = os.pipe()
poll = select.poll()
poll.register(from_pipe, select.POLLIN)
thread = threading.Timer(0.01, os.write, (to_pipe, b"x"))
thread.start()
print(len(poll.poll(-1e-100)))
thread.join()
os.close(from_pipe)
os.close(to_pipe)


# An event loop whose selector never waits.
class Busy:
    def select(self, timeout):
        return ()


loop = asyncio.new_event_loop()
selector, loop._selector = loop._selector, Busy()
future = loop.create_future()
thread = threading.Timer(0.001, loop.call_soon_threadsafe, (future.set_result, "another thread ran"))
thread.start()
print(loop.run_until_complete(future))
thread.join()
loop._selector = selector
loop.close()
