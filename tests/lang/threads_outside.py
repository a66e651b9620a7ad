"""Threads that wait for pipes, sockets, children and time, while others run."""
import os
import select
import socket
import subprocess
import sys
import threading
import time


def pipes():
    # A reads what B writes, and answers.
    (a_in, b_out), (b_in, a_out) = os.pipe(), os.pipe()
    got = []

    def answer():
        while data := os.read(a_in, 10):
            got.append(data)
            os.write(a_out, data.upper())
        os.close(a_out)

    thread = threading.Thread(target=answer)
    thread.start()
    for word in b"one", b"two", b"three":
        os.write(b_out, word)
        print(os.read(b_in, 10))
    os.close(b_out)
    print(os.read(b_in, 10), got)
    thread.join()
    for fd in a_in, b_in:
        os.close(fd)


def files():
    # Lines through buffered files; each side waits for the other.
    fds = os.pipe(), os.pipe()
    with open(fds[0][0]) as questions, open(fds[0][1], "w") as ask, \
            open(fds[1][0]) as answers, open(fds[1][1], "w") as tell:

        def serve():
            for line in questions:
                print(len(line), file=tell, flush=True)
            tell.close()

        thread = threading.Thread(target=serve)
        thread.start()
        for word in "a", "bc", "def":
            print(word, file=ask, flush=True)
            print(answers.readline().strip())
        ask.close()
        print(repr(answers.read()))
        thread.join()


def server():
    # A thread for each connection; clients are served in the reverse order of their coming.
    listener = socket.create_server(("127.0.0.1", 0))
    order = []

    def handle(connection):
        with connection:
            stream = connection.makefile("rwb", 0)
            for line in stream:
                order.append(line)
                stream.write(line[::-1].strip() + b"\n")

    def accept():
        for _ in range(3):
            connection, _ = listener.accept()
            threading.Thread(target=handle, args=(connection,)).start()

    acceptor = threading.Thread(target=accept)
    acceptor.start()
    clients = [socket.create_connection(listener.getsockname()) for _ in range(3)]
    acceptor.join()
    for number, client in reversed(list(enumerate(clients))):
        client.sendall(b"client %d\n" % number)
        print(client.recv(100))
    for client in clients:
        client.close()
    listener.close()
    print(order)


def timeouts():
    one, other = socket.socketpair()
    one.settimeout(0.01)
    beats = []

    def beat():
        for i in range(3):
            time.sleep(0.001)
            beats.append(i)

    thread = threading.Thread(target=beat)
    thread.start()
    try:
        one.recv(1)
    except TimeoutError as e:
        print("timeout:", e)
    print(select.select([one], [], [], 0.001), select.select([one], [other], [], None)[1] == [other])
    thread.join()
    print(beats)
    poll = select.poll()
    poll.register(one, select.POLLIN)
    threading.Timer(0.002, other.send, [b"x"]).start()
    print([event for _, event in poll.poll()], one.recv(1))
    one.close()
    other.close()


def children():
    code = "import sys; sys.stderr.write('to err\\n'); sys.stderr.flush(); print(sys.stdin.readline().upper(), end='')"
    child = subprocess.Popen(["/bin/sh", "-c", "echo to err >&2; read x; echo got $x"], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    errors = []
    drain = threading.Thread(target=lambda: errors.extend(child.stderr))
    drain.start()
    status = []
    wait = threading.Thread(target=lambda: status.append(child.wait()))
    wait.start()
    child.stdin.write("hello\n")
    child.stdin.flush()
    print(child.stdout.read())
    for thread in drain, wait:
        thread.join()
    print(errors, status)
    for stream in child.stdin, child.stdout, child.stderr:
        stream.close()


def native():
    # Waiting inside native code.
    ends = [os.pipe() for _ in range(3)]
    threading.Timer(0.001, lambda: [os.write(out, b"%d" % n) for n, (_, out) in enumerate(ends)]).start()
    print(sorted(ends, key=lambda pair: -int(os.read(pair[0], 1))) == ends[::-1])
    print(list(map(os.close, [fd for pair in ends for fd in pair])))


for part in pipes, files, server, timeouts, children, native:
    print("----", part.__name__)
    part()
