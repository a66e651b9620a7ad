"""Sockets and a child process. It is run by transcripts."""
import os
import socket
import subprocess
import tempfile


def talk(here, there):
    here.sendall(b"hello")
    heard = there.recv(100)
    there.send(heard.upper() + b"!" * 60)
    return here.recv(100)


def listen(path):
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect("nobody")
        except OSError as error:
            print(type(error).__name__)
        server.bind(path)
        server.listen()
        client.connect(path)
        answering, _ = server.accept()
        with answering:
            print(talk(client, answering)[:5])


left, right = socket.socketpair()
talk(left, right)
left.close()
print(right.recv(1))
right.close()
with tempfile.TemporaryDirectory() as folder:
    before = os.getcwd()
    os.chdir(folder)
    listen("server")
    os.chdir(before)
done = subprocess.run(["/bin/sh", "-c", "read line; echo got $line; exit 3"], input=b"a line\n", stdout=subprocess.PIPE)
print(done)
