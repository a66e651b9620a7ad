import array
import errno
import os
import select
import selectors
import socket
import struct


def outcome(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


server = socket.create_server(("127.0.0.1", 0))
server.settimeout(5)
address = server.getsockname()
client = socket.create_connection(address)
peer, where = server.accept()
print(where == client.getsockname(), peer.getpeername() == where, client.family, client.type, client.proto)
print(client.send(b"hello"), peer.recv(2), peer.recv(100))
peer.sendall(b"x" * 70_000)
got = bytearray()
while len(got) < 70_000:
    got += client.recv(65536)
print(len(got))
client.setblocking(False)
print(outcome(client.recv, 1), client.getblocking(), client.gettimeout())
client.settimeout(0.01)
print(outcome(client.recv, 1))
peer.shutdown(socket.SHUT_WR)
print(client.recv(1))
with client.makefile("rwb") as file:
    file.write(b"one\ntwo\n")
    file.flush()
print(peer.makefile("r").readline())
buffer = bytearray(8)
client.sendall(b"12345")
print(peer.recv_into(buffer, 3, socket.MSG_PEEK), buffer)
client.close()
print(outcome(client.recv, 1), client)
peer.close()
server.close()

a, b = socket.socketpair()
with selectors.DefaultSelector() as selector:
    selector.register(a, selectors.EVENT_READ, "a")
    selector.register(b, selectors.EVENT_WRITE, "b")
    print([(key.data, events) for key, events in selector.select(1)])
    b.send(b"!")
    print(sorted((key.data, events) for key, events in selector.select(1)))
poller = select.poll()
poller.register(a, select.POLLIN)
print([events for _, events in poller.poll(100)], select.select([a, b], [], [], 0)[0] == [a])
epoll = select.epoll()
epoll.register(b, select.EPOLLOUT | select.EPOLLIN)
print([events for _, events in epoll.poll(1)], epoll.closed)
epoll.close()
print(outcome(epoll.poll), outcome(select.select, [-1], [], []), outcome(select.select, [], [], [], -1))

read, write = os.pipe()
rights = array.array("i", [read])
print(a.sendmsg([b"take", b" it"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)]))
data, control, flags, _ = b.recvmsg(100, socket.CMSG_SPACE(4))
received, = struct.unpack("i", control[0][2])
os.write(write, b"passed")
print(data, received != read, os.read(received, 10))
print(a.recv(10))
a.close()
print(b.recv(10))
print(outcome(b.send, b"x"), outcome(b.setsockopt, 1, 2), b.getsockopt(socket.SOL_SOCKET, socket.SO_TYPE))

one, two = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in "12"]
one.bind(("127.0.0.1", 0))
two.bind(("localhost", 0))
print(one.sendto(b"datagram", two.getsockname()), two.recvfrom(100) == (b"datagram", one.getsockname()))
two.connect(one.getsockname())
print(two.send(b"connected"), one.recv(4), one.getsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST))
v6 = socket.create_server(("::1", 0), family=socket.AF_INET6)
print(v6.getsockname()[0], v6.getsockname()[2:])
name = f"/tmp/ttd-{os.getpid()}.socket"
with socket.socket(socket.AF_UNIX) as unix:
    unix.bind(name)
    unix.listen()
    with socket.socket(socket.AF_UNIX) as other:
        other.connect(name)
        print(unix.accept()[1] == "", other.getpeername() == name)
os.unlink(name)
print(outcome(one.bind, ("127.0.0.1", 70000)), outcome(one.bind, "x"), outcome(one.bind, ("127.0.0.1",)))
print(outcome(socket.socket, 99), outcome(one.connect, ("127.0.0.1", "x")), one.connect_ex(("256.1.1.1", 1)) if 0 else "")
print(socket.getaddrinfo("127.0.0.1", 80, type=socket.SOCK_STREAM), socket.getservbyname("http") if 0 else 80)
print(outcome(socket.getaddrinfo, "127.0.0.1", "no such service"), socket.gethostbyname("127.0.0.1"))
print(socket.getnameinfo(("127.0.0.1", 80), socket.NI_NUMERICHOST | socket.NI_NUMERICSERV))
print(socket.inet_aton("1.2.3"), socket.inet_ntoa(b"\1\2\3\4"), outcome(socket.inet_aton, "x"))
for text in "::", "::1", "1::", "2001:db8::8:800:200c:417a", "::ffff:1.2.3.4", "1:0:0:2::3":
    print(socket.inet_ntop(socket.AF_INET6, socket.inet_pton(socket.AF_INET6, text)), end=" ")
print(socket.htons(1), socket.ntohl(1), outcome(socket.htons, -1), outcome(socket.htonl, 1 << 32))
