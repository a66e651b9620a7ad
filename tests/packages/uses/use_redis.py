import socket
import threading

import redis


def serve(listener):
    conn, _ = listener.accept()
    f = conn.makefile("rb")
    store = {}
    while line := f.readline():
        args = []
        for _ in range(int(line[1:])):
            n = int(f.readline()[1:])
            args.append(f.read(n))
            f.read(2)
        name = args[0].upper()
        if name == b"SET":
            store[args[1]] = args[2]
            conn.sendall(b"+OK\r\n")
        elif name == b"GET":
            v = store.get(args[1])
            conn.sendall(b"$-1\r\n" if v is None else b"$%d\r\n%s\r\n" % (len(v), v))
        elif name in (b"INCR", b"INCRBY"):
            store[args[1]] = b"%d" % (int(store.get(args[1], 0)) + 1)
            conn.sendall(b":%s\r\n" % store[args[1]])
        elif name == b"KEYS":
            conn.sendall(b"*%d\r\n" % len(store) + b"".join(b"$%d\r\n%s\r\n" % (len(k), k) for k in store))
        elif name == b"PING":
            conn.sendall(b"+PONG\r\n")
        elif name in (b"MULTI", b"EXEC", b"CLIENT", b"HELLO", b"CLIENT"):
            conn.sendall(b"+OK\r\n")
        else:
            conn.sendall(b"-WRONG unknown command\r\n")


listener = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=serve, args=(listener,), daemon=True).start()
r = redis.Redis(port=listener.getsockname()[1], decode_responses=True, protocol=2)
print(r.ping(), r.set("k", "vü"), r.get("k"), r.get("none"), r.incr("n"), r.incr("n"), sorted(r.keys()))
try:
    r.execute_command("BOGUS")
except redis.ResponseError as e:
    print(type(e).__name__, e)
try:
    redis.Redis(port=1, socket_connect_timeout=1, retry=None).ping()
except redis.ConnectionError as e:
    print(type(e).__name__, e)
print(redis.Redis.from_url("redis://u:p@h:1/2").connection_pool.connection_kwargs.get("db"))
