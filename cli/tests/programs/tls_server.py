"""Serves one connection of TLS, says what the client sent, and ends."""
import os
import socket
import ssl

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../tests/lang/certificates")
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(os.path.join(folder, "server.pem"))
with socket.create_server(("127.0.0.1", 0)) as listener:
    print(listener.getsockname()[1], flush=True)
    sock, _ = listener.accept()
    with context.wrap_socket(sock, server_side=True) as tls:
        while data := tls.recv(100):
            tls.sendall(data.upper())
