"""Sending parts of buffers and views of other shapes, and more than a socket takes at once."""

import array
import socket

a, b = socket.socketpair()


def shown(send, *args):
    try:
        return send(*args)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


odd = memoryview(b"abcdef")[::2]
print(shown(a.send, odd), shown(a.sendall, odd), shown(a.sendmsg, [odd]))
word = memoryview(array.array("i", [7])).cast("B").cast("i", ())
print(shown(a.sendmsg, [b""]), shown(a.sendmsg, []), shown(a.sendmsg, [memoryview(b"")[:0], b"x"]))
print(shown(a.sendmsg, [b"ab", bytearray(b"cd"), array.array("i", [1, 2])]))
print(shown(a.sendmsg, [memoryview(bytes(8)).cast("B", (2, 4))]), shown(a.sendmsg, [word]), shown(a.send, word))
print(shown(a.sendmsg, ["x"]), shown(a.sendmsg, 3), shown(a.sendmsg, [b"q", 3]))
print(b.recv(1000))
a.setblocking(False)
big = bytes(1_000_000)
print(0 < a.sendmsg([big, big]) < len(big), shown(a.send, big))
print(0 < len(b.recv(1 << 17)), 0 < a.send(big) < len(big))
a.close()
b.close()
