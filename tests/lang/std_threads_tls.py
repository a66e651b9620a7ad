"""Connections of TLS over sockets: a server in a thread, timeouts, the end of a connection, asyncio, and HTTPS."""
import asyncio
import http.server
import socket
import ssl
import threading
import urllib.request

from lib_tls import client_context, outcome, path, server_context


def serve(listener, context, count):
    for _ in range(count):
        sock, _ = listener.accept()
        try:
            with context.wrap_socket(sock, server_side=True) as tls:
                while data := tls.recv(1000):
                    if data == b"bye":
                        tls.unwrap().sendall(b"in the clear")
                        break
                    if data == b"go":
                        break
                    tls.sendall(data.upper() * 3000)
        except OSError as error:
            failures.append((type(error).__name__, getattr(error, "reason", None)))


def connect(client, name="localhost"):
    return client.wrap_socket(socket.create_connection(address, timeout=20), server_hostname=name)


failures = []
listener = socket.create_server(("127.0.0.1", 0))
address = listener.getsockname()
thread = threading.Thread(target=serve, args=(listener, server_context(), 4))
thread.start()
with connect(client_context()) as tls:
    print(tls.version(), tls.getpeercert()["subject"][-1], tls.server_hostname, tls.getpeername() == address)
    tls.sendall(b"hello")
    got = b""
    while len(got) < 15_000:
        got += tls.recv(4096)
    print(len(got), got[:10], tls.pending())
    tls.settimeout(0.05)
    print(outcome(tls.recv, 1))
    tls.setblocking(False)
    print(outcome(tls.recv, 1))
    tls.settimeout(20)
    tls.send(b"bye")
    print(tls.recv(10))
    plain = tls.unwrap()
    print(plain.recv(100), outcome(tls.send, b"?") if tls.fileno() < 0 else "open")
with connect(client_context()) as tls:
    tls.send(b"go")
    print(tls.recv(10), tls.suppress_ragged_eofs)
print(outcome(connect, client_context(trust=None)))
late = client_context().wrap_socket(socket.socket(), server_hostname="localhost", do_handshake_on_connect=False)
print(late.version(), outcome(late.do_handshake))
late.settimeout(20)
late.connect(address)
late.do_handshake()
with late, late.makefile("rwb") as file:
    file.write(b"a\n")
    file.flush()
    print(file.readline(), file.readline())
thread.join()
print(failures)
listener.close()


async def echo(reader, writer):
    writer.write(await reader.readline())
    await writer.drain()
    writer.close()


async def main():
    server = await asyncio.start_server(echo, "127.0.0.1", 0, ssl=server_context())
    port = server.sockets[0].getsockname()[1]

    async def ask(i):
        context = client_context()
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context, server_hostname="localhost")
        writer.write(b"line %d\n" % i)
        line = await reader.readline()
        cipher = writer.get_extra_info("cipher")[1]
        rest = await reader.read()
        writer.close()
        return line, rest, cipher

    print(await asyncio.gather(*map(ask, range(3))))
    server.close()


asyncio.run(main())


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = f"you want {self.path}".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


httpd = http.server.HTTPServer(("127.0.0.1", 0), Handler)
httpd.socket = server_context().wrap_socket(httpd.socket, server_side=True)
thread = threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.01})
thread.start()
url = f"https://localhost:{httpd.server_port}/page"
trusting = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=path("ca.pem")))
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), trusting)
with opener.open(url) as response:
    print(response.status, response.read())
httpd.shutdown()
thread.join()
httpd.server_close()
