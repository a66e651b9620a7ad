"""Ends with an exception of a user class whose message is computed by user code when it is shown."""


class Mismatch(Exception):
    def __init__(self, expected, found):
        self.expected, self.found = expected, found

    def __str__(self):
        return f"expected {self.expected!r}, found {self.found!r}"


def compare(a, b):
    for x, y in zip(a, b):
        if x != y:
            raise Mismatch(x, y)


try:
    compare("abc", "abd")
except Mismatch as e:
    print(e)
compare([1, [2]], [1, [3]])
