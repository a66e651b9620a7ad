"""Talks to the server whose port and certificate it is given."""
import socket
import ssl
import sys

context = ssl.create_default_context(cafile=sys.argv[2])
seen = []
with socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=60) as sock:
    with context.wrap_socket(sock, server_hostname="localhost") as tls:
        seen.append(tls.version())
        for word in b"one", b"two", b"three":
            tls.sendall(word)
            seen.append(tls.recv(100))
        seen.append(tls.getpeercert()["subject"][-1])
print(seen)
