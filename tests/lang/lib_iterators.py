"""Generators and iterators of the program, and what goes through iterators, for the programs named iterators_*."""


def numbers(n, fail=None, value=None):
    for i in range(n):
        if i == fail:
            raise KeyError(i)
        yield i
    return value


class Numbers:
    def __init__(self, n, fail=None):
        self.turn, self.n, self.fail = 0, n, fail

    def __iter__(self):
        return self

    def __next__(self):
        if self.turn == self.fail:
            raise KeyError(self.turn)
        if self.turn == self.n:
            raise StopIteration
        self.turn += 1
        return self.turn - 1


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


class Reenters:
    """Asks the iterator over itself for an item, once."""

    def __init__(self, turn):
        self.count, self.turn, self.outer = 0, turn, None

    def __iter__(self):
        return self

    def __next__(self):
        self.count += 1
        if self.count == self.turn:
            return next(self.outer)
        if self.count > 4:
            raise StopIteration
        return self.count


def odd(n):
    return n % 2


def run(it):
    out = []
    for x in it:
        out.append(x)
    return out


def by_loop(it, most=4):
    out = []
    try:
        for x in it:
            out.append(x)
            if len(out) == most:
                break
    except (KeyError, ValueError, RuntimeError) as e:
        out.append(repr(e))
    return out


def by_next(it, most=4):
    out = []
    try:
        while len(out) < most:
            out.append(next(it))
    except (KeyError, ValueError, RuntimeError, StopIteration) as e:
        out.append(repr(e))
    return out
