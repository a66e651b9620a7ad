"""Keeps a stock in a Redis server: the port is the first argument."""

import socket
import sys


class Redis:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.file = self.socket.makefile("rb")

    def __call__(self, *words):
        parts = [b"*%d\r\n" % len(words)]
        for word in words:
            word = str(word).encode()
            parts.append(b"$%d\r\n%s\r\n" % (len(word), word))
        self.socket.sendall(b"".join(parts))
        return self.reply()

    def reply(self):
        line = self.file.readline()
        kind, rest = line[:1], line[1:-2]
        if kind == b"$":
            return self.file.read(int(rest) + 2)[:-2]
        if kind == b"*":
            return [self.reply() for _ in range(int(rest))]
        return int(rest) if kind == b":" else rest


def put(redis, name, amount):
    redis("INCRBY", name, amount)
    stock = redis("GET", name)
    return int(stock)


def main():
    redis = Redis(int(sys.argv[1]))
    total = 0
    for name, amount in ("pear", 10), ("fig", 20), ("pear", 30), ("pear", -45):
        total += put(redis, name, amount)
        redis("RPUSH", "totals", total)
    totals = redis("LRANGE", "totals", 0, -1)
    print(totals, redis("NOSUCH"))


main()
