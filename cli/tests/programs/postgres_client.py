"""Moves money in a PostgreSQL server: the port is the first argument."""

import socket
import sys


class Postgres:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.file = self.socket.makefile("rb")
        start = b"\0\3\0\0user\0postgres\0database\0postgres\0\0"
        self.socket.sendall((len(start) + 4).to_bytes(4, "big") + start)
        self.rows()

    def __call__(self, text):
        text = text.encode() + b"\0"
        self.socket.sendall(b"Q" + (len(text) + 4).to_bytes(4, "big") + text)
        return self.rows()

    def rows(self):
        """The rows of a reply, or the message of its error."""
        rows, error = [], None
        while True:
            kind, length = self.file.read(1), int.from_bytes(self.file.read(4), "big") - 4
            body = self.file.read(length)
            if kind == b"D":
                rows.append(self.row(body))
            elif kind == b"E":
                error = next(field[1:].decode() for field in body.split(b"\0") if field[:1] == b"M")
            elif kind == b"Z":
                return error or rows

    def row(self, body):
        values, at = [], 2
        for _ in range(int.from_bytes(body[:2], "big")):
            length = int.from_bytes(body[at : at + 4], "big")
            values.append(body[at + 4 : at + 4 + length].decode())
            at += 4 + length
        return values


def move(query, who, to, amount):
    query(f"update account set balance = balance - {amount} where name = '{who}'")
    query(f"update account set balance = balance + {amount} where name = '{to}'")
    rows = query(f"select balance from account where name = '{to}'")
    return int(rows[0][0])


def main():
    query = Postgres(int(sys.argv[1]))
    query("create temporary table account (name text, balance integer)")
    query("insert into account values ('ann', 100), ('bob', 50)")
    balance = 50
    for amount in 10, 20, -35:
        balance = move(query, "ann", "bob", amount)
    print(balance, query("select 1 / 0"))


main()
