"""A scanner for arithmetic that goes through its text character by character, and a parser on top.

    python3 string_scan.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 1100
ONE_ROUND = 15582


def scan(text):
    tokens, at, size = [], 0, len(text)
    while at < size:
        c = text[at]
        if c.isspace():
            at += 1
        elif c.isdigit():
            start = at
            while at < size and text[at].isdigit():
                at += 1
            tokens.append(("number", int(text[start:at])))
        elif c.isalpha() or c == "_":
            start = at
            while at < size and (text[at].isalnum() or text[at] == "_"):
                at += 1
            tokens.append(("name", text[start:at]))
        elif c in "+-*()":
            tokens.append((c, c))
            at += 1
        else:
            raise ValueError(f"what is {c!r}?")
    tokens.append(("end", ""))
    return tokens


class Parser:
    def __init__(self, tokens, names):
        self.tokens = tokens
        self.at = 0
        self.names = names

    def take(self):
        token = self.tokens[self.at]
        self.at += 1
        return token

    def kind(self):
        return self.tokens[self.at][0]

    def sum(self):
        value = self.product()
        while self.kind() in ("+", "-"):
            if self.take()[0] == "+":
                value = value + self.product()
            else:
                value = value - self.product()
        return value

    def product(self):
        value = self.atom()
        while self.kind() == "*":
            self.take()
            value = value * self.atom() % 1000003
        return value

    def atom(self):
        kind, value = self.take()
        if kind == "number":
            return value
        if kind == "name":
            return self.names[value]
        if kind == "-":
            return -self.atom()
        value = self.sum()
        self.take()
        return value


def run(rounds):
    text = " + ".join(f"(alpha_{i % 7} * {i} - beta * ({i} + 17 * gamma))" for i in range(60))
    names = {f"alpha_{i}": i * 3 for i in range(7)}
    names["gamma"] = 5
    result = 0
    for r in range(rounds):
        names["beta"] = r
        result += Parser(scan(text), names).sum()
    return result


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
