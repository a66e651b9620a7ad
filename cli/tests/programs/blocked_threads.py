"""Calls of the system that wait for another thread of the same process: pipes, sockets, locks of files, databases."""
import fcntl
import os
import socket
import sqlite3
import tempfile
import threading
import time


def fed():
    """A pipe has room for far less than this."""
    r, w = os.pipe()

    def feed():
        with open(w, "w", encoding="utf-8") as f:
            f.write("ü" * 1_300_000)

    thread = threading.Thread(target=feed)
    thread.start()
    with open(r, encoding="utf-8") as f:
        size = len(f.read())
    thread.join()
    return size


def connected():
    """The queue of the listener is shorter than that of those who connect."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=1)
    sizes = []

    def client(i):
        with socket.create_connection(listener.getsockname()) as c:
            c.sendall(b"x" * i)
            c.recv(1)

    threads = [threading.Thread(target=client, args=(i,)) for i in range(1, 6)]
    for thread in threads:
        thread.start()
    time.sleep(0.05)
    for _ in threads:
        c, _ = listener.accept()
        with c:
            sizes.append(len(c.recv(10)))
            c.sendall(b"y")
    for thread in threads:
        thread.join()
    listener.close()
    return sorted(sizes)


def connected_by_name():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "s")
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen(0)

        def client():
            with socket.socket(socket.AF_UNIX) as c:
                c.connect(path)
                c.sendall(b"hi")

        threads = [threading.Thread(target=client) for _ in range(4)]
        for thread in threads:
            thread.start()
        time.sleep(0.05)
        got = []
        for _ in threads:
            c, _ = listener.accept()
            with c:
                got.append(c.recv(2))
        for thread in threads:
            thread.join()
        listener.close()
        refused = socket.socket(socket.AF_UNIX)
        try:
            refused.connect(path + "x")
        except FileNotFoundError as e:
            got.append(type(e).__name__)
        refused.close()
    return got


def locked():
    said = []
    with tempfile.NamedTemporaryFile() as a, open(a.name) as b:
        fcntl.flock(a, fcntl.LOCK_EX)

        def other():
            fcntl.flock(b, fcntl.LOCK_EX)
            said.append("other")

        thread = threading.Thread(target=other)
        thread.start()
        time.sleep(0.05)
        said.append("release")
        fcntl.flock(a, fcntl.LOCK_UN)
        thread.join()
    return said


def written():
    """Each writer holds the database for a while."""
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "d")
        connection = sqlite3.connect(name)
        with connection:
            connection.execute("create table t(a)")

        def write(i):
            own = sqlite3.connect(name)
            for n in range(3):
                with own:
                    own.execute("insert into t values(?)", (10 * i + n,))
                    time.sleep(0.005)
            own.close()

        threads = [threading.Thread(target=write, args=(i,)) for i in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        rows = connection.execute("select count(*), sum(a) from t").fetchall()
        blocked = sqlite3.connect(name, timeout=0.02)
        connection.execute("begin immediate")
        quiet = threading.Event()
        idle = threading.Thread(target=quiet.wait)
        idle.start()
        try:
            blocked.execute("insert into t values(1)")
        except sqlite3.OperationalError as e:
            rows.append(str(e))
        quiet.set()
        idle.join()
        connection.rollback()
        blocked.close()
        connection.close()
    return rows


for what in fed, connected, connected_by_name, locked, written:
    print(what.__name__, what())
